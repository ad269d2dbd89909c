import { chmod, lstat, mkdir, readdir, rm, stat, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { serverUnreachable } from 'svc-registry/kernel';
import type { VerifyReport } from '../../contract/results.js';
import { outdatedText } from '../render/plugin-list-text.js';
import { verifyText } from '../render/verify-text.js';
import { snapshot } from '../testing/snapshot.js';
import { TestProject } from '../testing/test-project.js';
import { OutdatedHandler } from './outdated.js';
import { VerifyHandler } from './verify.js';
import { plainStyle } from 'svc-registry/testing';

const style = plainStyle();
const both = { agent: ['claude-code', 'agents'] };
const frozen = { frozenLockfile: true };
const REVIEW = '.svc/plugins/acme/tools/skills/review/SKILL.md';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
  for (const version of ['1.0.0', '1.1.0'])
    await project.publish({
      name: 'acme/tools',
      version,
      skills: ['review', 'ship'],
      rules: ['style'],
    });
  await project.publish({ name: 'acme/other', skills: ['plan'] });
});
afterEach(() => project.drop());

const verify = (input = {}): Promise<VerifyReport> =>
  new VerifyHandler(project.tools).run(input, project.context);
const editManifest = async (
  change: (manifest: Record<string, Record<string, unknown>>) => void,
): Promise<void> => {
  const manifest = (await project.json('svc.json')) as Record<string, Record<string, unknown>>;
  change(manifest);
  await project.write('svc.json', JSON.stringify(manifest));
};

/** Every path below a folder with content, rights and times. */
async function timedState(root: string): Promise<Record<string, string>> {
  const times = new Map<string, string>();
  for (const path of await readdir(root, { recursive: true })) {
    const { mtimeMs, ctimeMs } = await lstat(join(root, path));
    times.set(path, `${mtimeMs} ${ctimeMs}`);
  }
  return {
    ...(await snapshot(root)),
    ...Object.fromEntries([...times].map(([path, time]) => [`time of ${path}`, time])),
  };
}

describe('svc install --frozen-lockfile', () => {
  it('brings a clone to what the lock says, and changes neither file', async () => {
    await project.install(['acme/tools@1.0.0'], both);
    await editManifest((manifest) => {
      manifest['dependencies'] = { 'acme/tools': { version: 'latest' } };
      delete manifest['mode'];
      delete manifest['agents'];
    });
    const files = [await project.read('svc.json'), await project.read('svc-lock.json')];
    for (const folder of ['.svc', '.claude', '.agents'])
      await rm(join(project.root, folder), { recursive: true });
    expect(await project.install([], frozen)).toMatchObject({
      plugins: [{ name: 'acme/tools', version: '1.0.0', action: 'installed' }],
    });
    expect(await project.read(REVIEW)).toContain('1.0.0');
    expect([await project.read('svc.json'), await project.read('svc-lock.json')]).toEqual(files);
  });

  it('leaves what agents start as it was written on another machine', async () => {
    await project.install(['acme/tools@1.0.0'], both);
    const elsewhere = (text: string): string =>
      text.replaceAll('/opt/svc/bin/svc.cjs', '/home/else/svc.cjs');
    const files = ['.mcp.json', 'svc-lock.json'];
    for (const file of files) await project.write(file, elsewhere(await project.read(file)));
    const before = await project.state();
    expect(await project.install([], frozen)).toMatchObject({ written: [] });
    expect(await project.state()).toEqual(before);
  });

  it('fails with everything on which svc.json and the lock disagree, and writes nothing', async () => {
    await project.install(['acme/tools@1.0.0', 'acme/other'], both);
    await editManifest((manifest) => {
      manifest['dependencies'] = {
        'acme/tools': { version: '1.1.0' },
        'acme/fresh': { version: '1.0.0' },
        'acme/own': { source: 'file:own' },
      };
    });
    const before = await project.state();
    await expect(project.install([], frozen)).rejects.toMatchObject({
      code: 'lock_disagrees',
      exit: 5,
      issues: [
        { file: 'svc.json', field: 'acme/tools', message: 'has version 1.1.0, in the lock 1.0.0' },
        { field: 'acme/fresh', message: 'is not in the lock' },
        { field: 'acme/own', message: 'is not in the lock' },
        { file: 'svc-lock.json', field: 'acme/other', message: 'is not in svc.json' },
      ],
    });
    expect(await project.state()).toEqual(before);
  });

  it('fails without a lock', async () => {
    await project.install(['acme/tools'], both);
    await rm(join(project.root, 'svc-lock.json'));
    await expect(project.install([], frozen)).rejects.toMatchObject({
      issues: [{ file: 'svc-lock.json', message: 'is missing' }],
    });
  });

  describe('where plugins are committed', () => {
    const PLUGIN = '.svc/plugins/acme/tools';
    const inPlugin = (path: string) => join(project.root, PLUGIN, path);
    const wrongs: readonly (readonly [string, () => Promise<unknown>, readonly object[]])[] = [
      [
        'different content',
        () => project.write(REVIEW, 'mine'),
        [{ file: REVIEW, message: 'has different content' }],
      ],
      [
        'different permissions',
        () => chmod(inPlugin('rules/style.md'), 0o755),
        [{ file: `${PLUGIN}/rules/style.md`, message: 'has different permissions' }],
      ],
      [
        'a file less',
        () => unlink(inPlugin('rules/style.md')),
        [{ file: `${PLUGIN}/rules/style.md`, message: 'is missing' }],
      ],
      [
        'a file more',
        () => project.write(`${PLUGIN}/x.md`, ''),
        [{ file: `${PLUGIN}/x.md`, message: 'does not belong to the plugin' }],
      ],
      [
        'a link more',
        () => symlink('/etc', inPlugin('etc')),
        [{ file: `${PLUGIN}/etc`, message: 'does not belong to the plugin' }],
      ],
      [
        'nothing of it',
        () => rm(inPlugin('.'), { recursive: true }),
        [{ file: PLUGIN, message: 'is missing' }],
      ],
      [
        'a plugin more',
        () => project.write('.svc/plugins/acme/stray/x.md', 'x'),
        [{ file: '.svc/plugins/acme/stray', message: 'is not in svc-lock.json' }],
      ],
    ];

    it.each(wrongs)(
      'refuses %s, names plugin and file, and writes nothing',
      async (what, change, issues) => {
        await project.install(['acme/tools', 'acme/other'], both);
        await rm(join(project.root, '.claude'), { recursive: true });
        await change();
        const before = await timedState(project.root);
        await expect(project.install([], frozen)).rejects.toMatchObject({
          code: 'plugins_differ',
          exit: 5,
          issues,
          hint: expect.stringContaining('svc verify-install --repair') as unknown,
          message: expect.stringContaining(
            what === 'a plugin more' ? 'acme/stray' : 'acme/tools are not',
          ) as unknown,
        });
        expect(await timedState(project.root)).toEqual(before);
        await new VerifyHandler(project.tools).run({ repair: true }, project.context);
        await expect(project.install([], frozen)).resolves.toMatchObject({ written: [] });
      },
    );

    it('writes what git does not have', async () => {
      await project.install(['acme/tools'], both);
      await unlink(join(project.root, '.svc/RULES.md'));
      expect(await project.install([], frozen)).toMatchObject({ written: ['.svc/RULES.md'] });
    });
  });

  it('brings plugins that are not committed to what the lock says, whatever an earlier job has left', async () => {
    await project.install(['acme/tools@1.0.0'], both);
    await project.setMode('managed');
    await project.write(REVIEW, 'mine');
    expect(await project.install([], frozen)).toMatchObject({ plugins: [{ action: 'restored' }] });
    expect(await project.read(REVIEW)).toContain('1.0.0');
  });

  it('takes nothing new', async () => {
    await project.install(['acme/tools'], both);
    await expect(project.install(['acme/other'], frozen)).rejects.toMatchObject({
      code: 'usage',
      exit: 2,
    });
    await expect(project.install([], { ...frozen, agent: ['codex'] })).rejects.toMatchObject({
      code: 'usage',
    });
  });
});

describe('svc verify-install', () => {
  beforeEach(() => project.install(['acme/tools@1.0.0', 'acme/other'], both));

  it('finds nothing right after an install, and changes nothing', async () => {
    const before = await project.state();
    expect(await verify()).toEqual({
      project: project.root,
      plugins: 2,
      skills: 3,
      files: 6,
      differences: [],
      repaired: [],
    });
    expect(await project.state()).toEqual(before);
  });

  it('names the files that were changed, lost, added, or have different permissions', async () => {
    await project.write(REVIEW, 'mine');
    await project.write('.svc/plugins/acme/tools/extra.md', 'x');
    await unlink(join(project.root, '.svc/plugins/acme/tools/rules/style.md'));
    await chmod(join(project.root, '.svc/plugins/acme/tools/skills/ship/SKILL.md'), 0o755);
    await symlink('/etc', join(project.root, '.svc/plugins/acme/tools/etc'));
    const before = await project.state();
    const report = await verify();
    expect(
      report.differences.map(({ plugin, path, kind }) => [
        plugin,
        path.replace('.svc/plugins/acme/tools/', ''),
        kind,
      ]),
    ).toEqual([
      ['acme/tools', 'skills/review/SKILL.md', 'changed'],
      ['acme/tools', 'skills/ship/SKILL.md', 'mode'],
      ['acme/tools', 'rules/style.md', 'missing'],
      ['acme/tools', 'extra.md', 'extra'],
      ['acme/tools', 'etc', 'extra'],
    ]);
    expect(verifyText(report, style)).toContain(`✗ ${REVIEW} has different content\n`);
    expect(verifyText(report, style)).toMatch(/Next: svc verify-install --repair$/);
    expect(await project.state()).toEqual(before);
  });

  it('advises an install where there is no lock to repair by', async () => {
    await unlink(join(project.root, 'svc-lock.json'));
    expect(verifyText(await verify(), style)).toMatch(/Next: svc install$/);
  });

  it('does not believe a list of files that was changed with them', async () => {
    await project.write(REVIEW, 'mine');
    await project.write(
      '.svc/plugins/acme/tools/svc-package.json',
      '{"name":"acme/tools","version":"1.0.0","files":{}}',
    );
    expect(await verify()).toMatchObject({
      differences: [{ plugin: 'acme/tools', path: '.svc/plugins/acme/tools', kind: 'changed' }],
    });
  });

  it('finds lost plugins, links and references, entries changed by hand, and plugins that the lock does not know', async () => {
    await rm(join(project.root, '.svc/plugins/acme/other'), { recursive: true });
    await mkdir(join(project.root, '.svc/plugins/acme/stray'));
    await unlink(join(project.root, '.claude/skills/ship'));
    await project.write('CLAUDE.md', 'Mine.\n');
    await project.write('.mcp.json', '{"mcpServers":{"svc":{"command":"mine"}}}');
    const { differences } = await verify();
    expect(differences.map(({ path, kind }) => `${kind} ${path}`).sort()).toEqual([
      'changed .mcp.json',
      'changed CLAUDE.md',
      // they lead into the folder that is gone
      'missing .agents/skills/plan',
      'missing .claude/skills/plan',
      'missing .claude/skills/ship',
      'missing .svc/plugins/acme/other',
      'unlocked .svc/plugins/acme/stray',
    ]);
    expect(differences.find(({ path }) => path === '.mcp.json')?.message).toBe(
      'was changed by hand, at the tool server "svc"',
    );
  });

  it('writes nothing, not even for a moment, and finds what differs in files that are read-only', async () => {
    await project.write('CLAUDE.md', 'Mine.\n');
    await chmod(join(project.root, 'CLAUDE.md'), 0o444);
    const before = (await stat(join(project.root, '.svc'))).mtimeMs;
    expect(await verify()).toMatchObject({ differences: [{ path: 'CLAUDE.md', kind: 'changed' }] });
    expect((await stat(join(project.root, '.svc'))).mtimeMs).toBe(before);
    await expect(verify({ repair: true })).rejects.toMatchObject({
      code: 'unsafe_path',
      message: expect.stringContaining('read-only'),
    });
  });

  it('finishes first what an interrupted command left', async () => {
    await project.write('.svc/.work/journal.json', JSON.stringify({ version: 1, entries: [] }));
    expect(await verify()).toMatchObject({ differences: [] });
    expect(project.context.warnings).toContain('An interrupted command was finished.');
    await expect(lstat(join(project.root, '.svc/.work'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('tells where svc.json and the lock disagree', async () => {
    await editManifest((manifest) => {
      manifest['dependencies'] = {
        'acme/tools': { version: '1.1.0' },
        'acme/other': { version: '1.0.0' },
      };
    });
    expect(await verify()).toMatchObject({
      differences: [{ plugin: 'acme/tools', kind: 'disagrees', path: 'svc.json' }],
    });
  });

  it('brings everything back with --repair, and touches neither svc.json nor the lock', async () => {
    const before = await project.state();
    await project.write(REVIEW, 'mine');
    await project.write('.svc/plugins/acme/tools/extra.md', 'x');
    await rm(join(project.root, '.svc/plugins/acme/other'), { recursive: true });
    await project.write('.svc/plugins/acme/stray/x.md', 'x');
    await unlink(join(project.root, '.claude/skills/ship'));
    const report = await verify({ repair: true });
    expect(report.differences).toEqual([]);
    expect(report.repaired).toEqual(
      expect.arrayContaining([
        '.svc/plugins/acme/tools',
        '.svc/plugins/acme/stray',
        '.claude/skills/ship',
      ]),
    );
    expect(await project.state()).toEqual(before);
  });
});

describe('svc uninstall --all', () => {
  it('leaves the repository byte for byte as it was', async () => {
    await project.write('.gitignore', 'node_modules');
    await project.write('AGENTS.md', '# Ours\n\nBe kind.');
    await project.write(
      '.mcp.json',
      '{\n  // ours\n  "mcpServers": { "other": { "command": "x", } }\n}',
    );
    await project.write('.claude/skills/mine/SKILL.md', 'mine');
    const before = await project.state();
    await project.install(['acme/tools', 'acme/other'], {
      agent: ['claude-code', 'cursor', 'codex', 'gemini', 'copilot', 'agents'],
    });
    await editManifest((manifest) => void Object.assign(manifest, { mode: 'managed' }));
    await project.install([]);
    expect(await project.read('.gitignore')).toContain('svc-managed');
    const change = await project.uninstall(undefined, { all: true });
    expect(change.plugins.map(({ name, action }) => `${name} ${action}`)).toEqual([
      'acme/tools removed',
      'acme/other removed',
    ]);
    expect(await project.state()).toEqual(before);
  });

  it('keeps what svc.json says besides', async () => {
    await project.install(['acme/tools'], both);
    await editManifest((manifest) => void Object.assign(manifest, { verify: { groups: {} } }));
    await project.uninstall(undefined, { all: true });
    expect(await project.json('svc.json')).toEqual({ name: 'repo', verify: { groups: {} } });
    await expect(lstat(join(project.root, '.svc'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('takes away what was installed for the user, and nothing else of ~/.svc', async () => {
    await project.install(['acme/tools'], { ...both, global: true });
    await project.uninstall(undefined, { all: true, global: true });
    await expect(lstat(join(project.home, '.svc'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(lstat(join(project.home, '.claude'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('goes without a plugin, and a plugin without it', async () => {
    await project.install(['acme/tools'], both);
    await expect(project.uninstall('acme/tools', { all: true })).rejects.toMatchObject({
      code: 'usage',
    });
    await expect(project.uninstall(undefined)).rejects.toMatchObject({
      code: 'usage',
      hint: expect.stringContaining('svc list'),
    });
  });
});

describe('a plugin with newer versions of its own major and of the next', () => {
  it('is reported with both', async () => {
    for (const version of ['1.2.0', '2.0.0'])
      await project.publish({ name: 'acme/tools', version, skills: ['review'] });
    await project.install(['acme/tools@1.0.0'], both);
    const report = await new OutdatedHandler(project.tools).run({}, project.context);
    expect(report.outdated).toMatchObject([
      { update: { version: '2.0.0', breaking: true }, compatible: '1.2.0' },
    ]);
    expect(outdatedText(report, style)).toBe(
      'acme/tools  1.0.0 → 1.2.0 or 2.0.0  new major version: --force',
    );
    await project.update({ yes: true });
    const after = await new OutdatedHandler(project.tools).run({}, project.context);
    expect(outdatedText(after, style)).toBe(
      'acme/tools  1.2.0 → 2.0.0  new major version: --force',
    );
  });
});

describe('a plugin that cannot be checked', () => {
  it('is reported by outdated and update, and stops no other', async () => {
    await project.install(['acme/tools@1.0.0', 'acme/other'], both);
    const { registry } = project;
    const versions = registry.versions.bind(registry);
    registry.versions = (name) =>
      name === 'acme/other'
        ? Promise.reject(serverUnreachable({ url: 'http://x', why: 'no' }))
        : versions(name);
    const failed = [
      {
        name: 'acme/other',
        code: 'server_unreachable',
        message: expect.stringContaining('cannot be reached: no.'),
      },
    ];
    expect(await new OutdatedHandler(project.tools).run({}, project.context)).toMatchObject({
      outdated: [{ update: { version: '1.1.0' } }],
      failed,
    });
    expect(await project.update({ yes: true })).toMatchObject({
      plugins: [{ name: 'acme/tools', version: '1.1.0' }],
      failed,
    });
  });
});

describe('the mode of a project', () => {
  it('is switched in svc.json, and the next install sees to the files for git', async () => {
    await project.install(['acme/tools'], both);
    const vendored = await project.state();
    await editManifest((manifest) => void Object.assign(manifest, { mode: 'managed' }));
    await project.install([]);
    expect(await project.read('.svc/.gitignore')).toContain('plugins/');
    expect(await project.read('.gitignore')).toContain('/.claude/skills/review');
    await editManifest((manifest) => void Object.assign(manifest, { mode: 'vendored' }));
    await project.install([]);
    expect({ ...(await project.state()), 'svc.json': '' }).toEqual({ ...vendored, 'svc.json': '' });
  });

  it('is told of when a line of .gitignore works against it', async () => {
    await project.write('.gitignore', 'dist/\n.svc/\n');
    await project.install(['acme/tools'], both);
    expect(project.context.warnings.join()).toContain('.gitignore has ".svc/"');
    await project.write('.gitignore', 'dist/\n');
    await project.install([]);
    expect(project.context.warnings).toEqual([]);
  });
});
