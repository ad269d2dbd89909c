import {
  lstat,
  mkdir,
  readdir,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
  chmod,
  stat,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestProject } from '../testing/test-project.js';
import { makePlugin } from '../testing/make-plugin.js';

const both = { agent: ['claude-code', 'agents'], toolServer: true };
let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

describe('install of a folder', () => {
  it('writes the project, the plugin, and what both agents read', async () => {
    const source = await project.plugin('own', {
      name: 'acme/tools',
      skills: ['review', 'ship'],
      rules: ['style'],
      files: { 'skills/review/run.sh': '#!/bin/sh\n' },
    });
    await project.write('AGENTS.md', '# Ours\n\nBe kind.\n');
    const change = await project.install([source], both);

    expect(await project.json('svc.json')).toEqual({
      name: 'repo',
      mode: 'vendored',
      dependencies: { 'acme/tools': { source: 'file:../own' } },
      toolServer: true,
      agents: ['claude-code', 'agents'],
    });
    expect(await project.json('.svc/plugins/acme/tools/svc-package.json')).toMatchObject({
      name: 'acme/tools',
      version: '1.0.0',
    });
    expect(await project.read('.svc/plugins/acme/tools/rules/style.md')).toContain('style');
    expect(
      (await stat(join(project.root, '.svc/plugins/acme/tools/skills/review/run.sh'))).mode & 0o111,
    ).not.toBe(0);
    expect(await project.read('.svc/RULES.md')).toContain(
      '## acme/tools — style\n\n@plugins/acme/tools/rules/style.md [style](plugins/acme/tools/rules/style.md)\n',
    );
    expect(await project.read('AGENTS.md')).toBe(
      '# Ours\n\nBe kind.\n\n## Agent Rules <!-- svc-managed -->\n\n@.svc/RULES.md follow the [instructions](.svc/RULES.md)\n',
    );
    expect(await project.read('CLAUDE.md')).toBe('@.svc/RULES.md\n');
    expect(await project.json('.mcp.json')).toEqual({
      mcpServers: {
        svc: {
          type: 'stdio',
          command: expect.any(String),
          args: expect.arrayContaining(['mcp', 'start']),
        },
      },
    });
    for (const folder of ['.claude/skills', '.agents/skills']) {
      expect((await readdir(join(project.root, folder))).sort()).toEqual(['review', 'ship']);
      expect(await realpath(join(project.root, folder, 'review'))).toBe(
        join(project.root, '.svc/plugins/acme/tools/skills/review'),
      );
    }
    expect((await project.state())['.claude/skills/review']).toBe(
      '-> ../../.svc/plugins/acme/tools/skills/review',
    );
    expect(await project.read('.svc/.gitignore')).toBe('.work/\nRULES.md\n');
    expect(change.plugins).toEqual([
      expect.objectContaining({
        name: 'acme/tools',
        action: 'installed',
        from: null,
        skills: ['review', 'ship'],
      }),
    ]);
    expect((await project.state())['.svc/.work']).toBeUndefined();
  });

  it('changes nothing the second time', async () => {
    const source = await project.plugin('own', {
      name: 'acme/tools',
      skills: ['review'],
      rules: ['style'],
    });
    await project.install([source], both);
    const before = await project.state();
    const change = await project.install([source]);
    expect(change.written).toEqual([]);
    expect(change.plugins[0]).toMatchObject({ action: 'unchanged' });
    expect(await project.state()).toEqual(before);
  });

  it('takes the new content of a folder that is named again', async () => {
    const source = await project.plugin('own', { name: 'acme/tools', skills: ['review'] });
    await project.install([source], both);
    await project.plugin('own', {
      name: 'acme/tools',
      version: '1.1.0',
      skills: ['review', 'ship'],
    });
    const change = await project.install([source]);
    expect(change.plugins[0]).toMatchObject({ action: 'updated', from: '1.0.0', version: '1.1.0' });
    expect(await readdir(join(project.root, '.claude/skills'))).toEqual(['review', 'ship']);
  });

  it('takes everything away again, and only that', async () => {
    await project.write(
      '.mcp.json',
      '{\n  // ours\n  "mcpServers": { "other": { "command": "x", } }\n}',
    );
    await project.write('.claude/skills/mine/SKILL.md', 'mine');
    await project.init(both);
    const before = await project.state();
    await project.install([
      await project.plugin('own', { name: 'acme/tools', skills: ['review'], rules: ['style'] }),
    ]);
    const change = await project.uninstall('file:../own');
    expect(change.plugins[0]).toMatchObject({ name: 'acme/tools', action: 'removed' });
    const { 'CLAUDE.md': made, 'svc-lock.json': lock, ...rest } = before;
    expect(made).toContain('@.svc/RULES.md');
    expect(await project.state()).toEqual({
      ...rest,
      'svc-lock.json': lock?.replace(/("references": )\{[^}]*\}/, '$1{}'),
    });
  });

  it('writes only what one agent reads', async () => {
    await project.install(
      [await project.plugin('own', { name: 'acme/tools', skills: ['review'] })],
      { agent: ['agents'] },
    );
    expect(
      Object.keys(await project.state()).filter((path) => /CLAUDE|mcp|claude|AGENTS/.test(path)),
    ).toEqual([]);
    expect(await readdir(join(project.root, '.agents/skills'))).toEqual(['review']);
  });
});

describe('skills', () => {
  it('names links by the skill, and by plugin and skill on a clash', async () => {
    const one = await project.plugin('one', { name: 'acme/one', skills: ['review', 'only'] });
    const two = await project.plugin('two', { name: 'acme/two', skills: ['review'] });
    await project.install([one, two], both);
    expect((await readdir(join(project.root, '.claude/skills'))).sort()).toEqual([
      'one-review',
      'only',
      'two-review',
    ]);
    await project.uninstall('acme/two');
    expect((await readdir(join(project.root, '.claude/skills'))).sort()).toEqual([
      'only',
      'review',
    ]);
  });

  it('links the chosen ones and keeps the choice', async () => {
    const source = await project.plugin('own', { name: 'acme/tools', skills: ['a', 'b', 'c'] });
    await project.install([source], { ...both, skill: ['a', 'b'] });
    await project.install([]);
    expect(await readdir(join(project.root, '.claude/skills'))).toEqual(['a', 'b']);
    await project.uninstall('acme/tools', { skill: ['a'] });
    expect(await project.json('svc.json')).toMatchObject({
      dependencies: { 'acme/tools': { include: { skills: ['b'] } } },
    });
    await project.install([source], { yes: true });
    expect(await readdir(join(project.root, '.claude/skills'))).toEqual(['a', 'b', 'c']);
    await expect(project.install([source], { skill: ['nope'] })).rejects.toMatchObject({
      code: 'skill_unknown',
      hint: 'Its skills: a, b, c.',
    });
    await expect(project.install([source], { skill: [] })).rejects.toMatchObject({ code: 'usage' });
  });

  it('never touches a folder or link of the user', async () => {
    await project.write('.claude/skills/review/SKILL.md', 'mine');
    await mkdir(join(project.base, 'elsewhere'));
    await symlink('../../../elsewhere', join(project.root, '.claude/skills/ship'));
    await project.install(
      [await project.plugin('own', { name: 'acme/tools', skills: ['review', 'ship'] })],
      both,
    );
    expect(project.context.warnings.join('\n')).toMatch(
      /\.claude\/skills\/review is not a link of svc/,
    );
    await project.uninstall('acme/tools');
    expect(await project.state()).toMatchObject({
      '.claude/skills/review/SKILL.md': '644 mine',
      '.claude/skills/ship': '-> ../../../elsewhere',
    });
  });

  it('leaves a link that was replaced by a folder', async () => {
    await project.install(
      [await project.plugin('own', { name: 'acme/tools', skills: ['review'] })],
      both,
    );
    await rm(join(project.root, '.claude/skills/review'));
    await project.write('.claude/skills/review/SKILL.md', 'mine now');
    await project.uninstall('acme/tools');
    expect(await project.read('.claude/skills/review/SKILL.md')).toBe('mine now');
    expect(project.context.warnings.join()).toContain('left as it is');
  });

  it('lists them in the tool instead of choosing', async () => {
    const source = await project.plugin('own', { name: 'acme/tools', skills: ['a', 'b'] });
    const listed = await project.installPackage({ packageName: source });
    expect(listed).toMatchObject({ choices: ['a', 'b'], plugins: [], written: [] });
    expect(Object.keys(await project.state())).toEqual(['.git']);
    await project.installPackage({ packageName: source, skills: ['b'] });
    expect(await readdir(join(project.root, '.claude/skills'))).toEqual(['b']);
  });
});

describe('files of people', () => {
  const install = async () =>
    project.install(
      [await project.plugin('own', { name: 'acme/tools', skills: ['review'] })],
      both,
    );

  it('keeps layout, order, unknown keys and verify of svc.json', async () => {
    const text =
      '{\r\n\r\n  "verify": {"groups": {}},\r\n  "name": "mine", "x-own": [1,2],\r\n  "dependencies": {\r\n  }\r\n}';
    await project.write('svc.json', text);
    await install();
    const now = await project.read('svc.json');
    for (const part of [
      '{\r\n\r\n',
      '"verify": {"groups": {}},\r\n',
      '"name": "mine", "x-own": [1,2],\r\n',
    ])
      expect(now).toContain(part);
    await project.uninstall('acme/tools');
    expect(await project.read('svc.json')).toContain('"dependencies": {\r\n  }');
  });

  it('leaves an entry of the tool server that was changed by hand', async () => {
    await install();
    const text = '{"mcpServers":{"svc":{"command":"mine"}}}';
    await project.write('.mcp.json', text);
    await project.install([]);
    expect(await project.read('.mcp.json')).toBe(text);
    expect(project.context.warnings.join()).toContain('changed by hand');
  });

  it('takes back what it wrote for an agent that is no longer chosen', async () => {
    await project.write('.mcp.json', '{ "mcpServers": { "other": 1 } }');
    await install();
    await project.write(
      'svc.json',
      JSON.stringify({ ...(await project.json('svc.json')), agents: ['agents'] }),
    );
    await project.install([]);
    expect(await project.read('.mcp.json')).toBe('{ "mcpServers": { "other": 1 } }');
    expect(Object.keys(await project.state()).filter((path) => path.startsWith('.claude'))).toEqual(
      [],
    );
  });

  it('reads no pipe and no folder in place of a file', async () => {
    await mkdir(join(project.root, 'AGENTS.md'));
    await expect(install()).rejects.toMatchObject({
      code: 'unsafe_path',
      message: expect.stringContaining('not a file'),
    });
    await rm(join(project.root, 'AGENTS.md'), { recursive: true });
    await mkdir(join(project.root, 'svc.json'));
    await expect(install()).rejects.toMatchObject({ code: 'project_file_invalid' });
  });

  it.each([
    [
      'svc.json',
      '{"dependencies": {"acme/tools": {"version": "1"}, "Bad": {"version": "1.0.0"}}, "mode": "x", "agents": [7]}',
    ],
    ['svc.json', '{"dependencies": {'],
    ['svc-lock.json', '{"lockVersion": 1, "plugins": {"acme/tools": {"version": "1.0.0"}}}'],
    ['svc-lock.json', '<<<<<<< HEAD'],
    ['.mcp.json', '{"mcpServers": {,}'],
    ['.mcp.json', '[]'],
  ])('never overwrites a broken %s: %s', async (file, text) => {
    if (file !== 'svc.json') await project.write('svc.json', '{}');
    await project.write(file, text);
    const before = await project.state();
    const error = await install().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'project_file_invalid',
      exit: 3,
      issues: expect.arrayContaining([expect.objectContaining({ file, line: expect.any(Number) })]),
    });
    expect(await project.state()).toEqual(before);
  });

  it('names every broken rule of svc.json with its field', async () => {
    await project.write(
      'svc.json',
      '{\n  "mode": "x",\n  "agents": [7],\n  "dependencies": {\n    "acme/tools": {"version": "1"},\n    "Bad": {}\n  }\n}',
    );
    const error = (await install().catch((thrown: unknown) => thrown)) as {
      issues: { line: number; field: string }[];
    };
    expect(error.issues.map(({ line, field }) => `${line} ${field}`)).toEqual([
      '2 mode',
      '3 agents[0]',
      '5 dependencies["acme/tools"].version',
      '6 dependencies.Bad',
    ]);
  });

  it('keeps the rights of a file and refuses to write a read-only one', async () => {
    await project.write('.mcp.json', '{}');
    await chmod(join(project.root, '.mcp.json'), 0o600);
    await install();
    expect((await stat(join(project.root, '.mcp.json'))).mode & 0o777).toBe(0o600);
    await project.uninstall('acme/tools');
    await project.write('AGENTS.md', 'ours');
    await chmod(join(project.root, 'AGENTS.md'), 0o444);
    const before = await project.state();
    await expect(install()).rejects.toMatchObject({ code: 'unsafe_path' });
    expect(await project.state()).toEqual(before);
  });

  it('writes one reference where CLAUDE.md is a link to AGENTS.md', async () => {
    await project.write('AGENTS.md', 'ours\n');
    await symlink('AGENTS.md', join(project.root, 'CLAUDE.md'));
    await install();
    expect((await project.read('AGENTS.md')).match(/@\.svc\/RULES\.md/g)).toHaveLength(1);
    expect((await lstat(join(project.root, 'CLAUDE.md'))).isSymbolicLink()).toBe(true);
  });
});

describe('paths that leave the project', () => {
  const source = () => project.plugin('own', { name: 'acme/tools', skills: ['review'] });

  it.each(['.svc', '.svc/plugins', '.claude/skills', '.claude', '.mcp.json'])(
    'refuses %s that leads out',
    async (path) => {
      const out = join(project.base, 'outside');
      if (/\.(md|json)$/.test(path)) await writeFile(out, '{}');
      else await mkdir(out);
      await mkdir(join(project.root, path, '..'), { recursive: true });
      await symlink(out, join(project.root, path));
      await expect(project.install([await source()], both)).rejects.toMatchObject({
        code: 'unsafe_path',
      });
      if (!/\.(md|json)$/.test(path)) expect(await readdir(out)).toEqual([]);
    },
  );

  it('follows a folder of skills that is a link inside the project', async () => {
    await mkdir(join(project.root, '.agents/skills'), { recursive: true });
    await mkdir(join(project.root, '.claude'));
    await symlink('../.agents/skills', join(project.root, '.claude/skills'));
    await project.install([await source()], both);
    expect(await realpath(join(project.root, '.claude/skills/review'))).toBe(
      join(project.root, '.svc/plugins/acme/tools/skills/review'),
    );
  });

  it.each(['../../x', '.git/hooks/pre-commit', '/etc/x', 'a/../../b'])(
    'refuses a lock that says it owns %s',
    async (path) => {
      await project.install([await source()], both);
      const lock = await project.json('svc-lock.json');
      await project.write(
        'svc-lock.json',
        JSON.stringify({
          ...lock,
          written: { links: { [path]: '.svc/plugins/x' }, toolServers: {} },
        }),
      );
      await expect(project.install([])).rejects.toMatchObject({ exit: 3 });
    },
  );

  it('refuses a lock whose skill leads out of its plugin', async () => {
    await project.install([await source()], both);
    const text = await project.read('svc-lock.json');
    await project.write(
      'svc-lock.json',
      text.replace('"path": "skills/review"', '"path": "../../../../.git"'),
    );
    await expect(project.install([])).rejects.toMatchObject({ code: 'project_file_invalid' });
  });
});

describe('the registry', () => {
  beforeEach(async () => {
    await project.publish({ name: 'acme/tools', version: '1.0.0', skills: ['review'] });
    await project.publish({ name: 'acme/tools', version: '1.2.0', skills: ['review'] });
    await project.publish({ name: 'acme/tools', version: '2.0.0', skills: ['review'] });
  });

  it('takes the latest version, writes it down, and restores it after a clone', async () => {
    await project.write('svc.json', '{"mode": "managed"}');
    await project.install(['acme/tools'], both);
    expect(await project.json('svc.json')).toMatchObject({
      dependencies: { 'acme/tools': { version: '2.0.0' } },
    });
    expect(await project.read('.svc/.gitignore')).toBe('.work/\nRULES.md\nplugins/\n');
    expect(await project.read('.gitignore')).toContain(
      '/.agents/skills/review\n/.claude/skills/review\n',
    );
    const before = await project.state();
    await project.publish({ name: 'acme/tools', version: '2.1.0', skills: ['review'] });
    for (const path of ['.svc/plugins', '.svc/RULES.md', '.claude/skills', '.agents/skills'])
      await rm(join(project.root, path), { recursive: true });
    const change = await project.install([]);
    expect(change.plugins[0]).toMatchObject({ action: 'installed', version: '2.0.0' });
    expect(await project.state()).toEqual(before);
  });

  it('downloads nothing that is there', async () => {
    await project.install(['acme/tools@1.0.0'], both);
    const { downloads } = project.registry;
    await project.install(['acme/tools@1.0.0']);
    await project.install([]);
    expect(project.registry.downloads).toBe(downloads);
  });

  it('refuses content that is not what the lock says, and keeps the old state', async () => {
    await project.install(['acme/tools@1.0.0'], both);
    await rm(join(project.root, '.svc/plugins/acme/tools/skills'), { recursive: true });
    const other = await makePlugin(join(project.base, 'forged'), {
      name: 'acme/tools',
      version: '1.0.0',
      skills: ['review', 'evil'],
    });
    await project.registry.publish(other);
    const before = await project.state();
    await expect(project.install([])).rejects.toMatchObject({
      code: 'integrity_mismatch',
      exit: 5,
    });
    expect(await project.state()).toEqual(before);
  });

  it('repairs a plugin that was changed on disk', async () => {
    await project.install(['acme/tools@1.0.0'], both);
    const before = await project.state();
    await project.write('.svc/plugins/acme/tools/skills/review/SKILL.md', 'changed');
    const change = await project.install([]);
    expect(change.plugins[0]).toMatchObject({ action: 'restored' });
    expect(project.context.warnings.join()).toContain('changed on disk');
    expect(await project.state()).toEqual(before);
  });

  it('leaves everything as it was when one of several fails', async () => {
    await project.init(both);
    const before = await project.state();
    await expect(
      project.install([
        'acme/tools',
        await project.plugin('own', { name: 'acme/own' }),
        'acme/missing',
      ]),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await project.state()).toEqual(before);
  });

  it('leaves nothing behind when the first install fails', async () => {
    await expect(project.install(['acme/missing'], both)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(Object.keys(await project.state())).toEqual(['.git']);
  });

  it('updates within the major version, and beyond it with force', async () => {
    await project.install(['acme/tools@1.0.0'], both);
    const change = await project.update();
    expect(change.plugins[0]).toMatchObject({ action: 'updated', from: '1.0.0', version: '1.2.0' });
    expect(project.context.notes.join()).toContain('2.0.0 is a new major version');
    await project.update({ plugin: 'acme/tools', force: true });
    expect(await project.json('svc.json')).toMatchObject({
      dependencies: { 'acme/tools': { version: '2.0.0' } },
    });
    expect(await project.read('.svc/plugins/acme/tools/svc-package.json')).toContain('2.0.0');
    await expect(project.update({ plugin: 'acme/none' })).rejects.toMatchObject({
      code: 'plugin_not_installed',
      exit: 4,
    });
  });

  it('follows latest only when told to update', async () => {
    await project.install(['acme/tools@latest'], both);
    await project.publish({ name: 'acme/tools', version: '2.3.0', skills: ['review'] });
    expect((await project.install([])).plugins[0]).toMatchObject({
      version: '2.0.0',
      action: 'unchanged',
    });
    expect((await project.update()).plugins[0]).toMatchObject({ version: '2.3.0' });
    expect(await project.json('svc.json')).toMatchObject({
      dependencies: { 'acme/tools': { version: 'latest' } },
    });
  });

  it('moves between managed and vendored when svc.json says so', async () => {
    await project.install(['acme/tools'], both);
    expect(await project.state()).not.toHaveProperty('.gitignore');
    await project.write(
      'svc.json',
      (await project.read('svc.json')).replace('vendored', 'managed'),
    );
    await project.install([]);
    expect(await project.read('.svc/.gitignore')).toContain('plugins/');
    expect(await project.read('.gitignore')).toContain('/.claude/skills/review');
    await project.write(
      'svc.json',
      (await project.read('svc.json')).replace('managed', 'vendored'),
    );
    await project.install([]);
    expect(await project.read('.svc/.gitignore')).not.toContain('plugins/');
    expect(await project.state()).not.toHaveProperty('.gitignore');
  });

  it('is managed where plugins are named and the mode is not', async () => {
    await project.write('svc.json', '{"dependencies": {"acme/tools": {"version": "1.0.0"}}}');
    expect((await project.install([], both)).mode).toBe('managed');
    expect(await project.json('svc.json')).toMatchObject({ mode: 'managed' });
  });
});

describe('without a source', () => {
  it('needs a project when there is nothing to install', async () => {
    await expect(project.install([])).rejects.toMatchObject({ code: 'project_missing', exit: 4 });
  });

  it('finds the project from a folder inside it, not beyond the repository', async () => {
    await project.init(both);
    await mkdir(join(project.root, 'deep/er'), { recursive: true });
    const { root } = project;
    Object.defineProperty(project, 'root', { value: join(root, 'deep/er') });
    project.context = { ...project.context, cwd: join(root, 'deep/er') };
    const change = await project.install([]);
    expect(change.project).toBe(root);
    await rename(join(root, 'svc.json'), join(project.base, 'svc.json'));
    await expect(project.install([])).rejects.toMatchObject({ code: 'project_missing' });
  });
});
