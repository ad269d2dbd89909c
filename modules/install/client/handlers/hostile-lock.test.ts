import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { snapshot } from '../testing/snapshot.js';
import { TestProject } from '../testing/test-project.js';
import { hashOfText } from '../wiring/written-text.js';

const WORKFLOW = '.github/workflows/x.yml';
const PACKAGE =
  '{\n  "private": true,\n  "mcpServers": { "own": { "command": "own" } },\n  "hooks": { "Stop": [{ "a": 1 }] }\n}\n';
const SETTINGS = '{\n  "model": "mine",\n  "permissions": {}\n}\n';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
  await project.publish({ name: 'acme/tools', skills: ['review'], rules: ['style'] });
  await project.write('package.json', PACKAGE);
  await project.write(WORKFLOW, 'on: push\n');
  await project.write('src/app/main.ts', 'main\n');
  await project.write('CLAUDE.md', '# Mine\n\nMy own words.\n');
  await project.write('.git/config', '[core]\n');
  await project.write('.claude/settings.json', SETTINGS);
  await writeFile(join(project.base, 'outside.txt'), 'outside\n');
  await project.install(['acme/tools'], { agent: ['claude-code', 'cursor', 'copilot'] });
});
afterEach(() => project.drop());

type Written = Record<
  'links' | 'references' | 'toolServers' | 'hooks' | 'made',
  Record<string, unknown>
>;

/** Has the lock say what svc never wrote. */
async function tamper(additions: Partial<Written>): Promise<void> {
  const lock = (await project.json('svc-lock.json')) as unknown as { written: Written };
  for (const [section, entries] of Object.entries(additions))
    Object.assign(lock.written[section as keyof Written], entries);
  await project.write('svc-lock.json', JSON.stringify(lock, null, 2));
}

/** All that is the user's. */
async function mine(): Promise<Record<string, string>> {
  const all = {
    ...(await snapshot(project.root)),
    outside: await readFile(join(project.base, 'outside.txt'), 'utf8'),
  };
  const kept = [
    'package.json',
    WORKFLOW,
    'src/app/main.ts',
    '.git/config',
    'outside',
    '.claude/settings.json',
  ];
  return Object.fromEntries(Object.entries(all).filter(([path]) => kept.includes(path)));
}

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  install: () => project.install([]),
  'install of another agent': () => project.install([], { agent: ['codex'] }),
  'uninstall of the plugin': () => project.uninstall('acme/tools'),
  'uninstall of everything': () => project.uninstall(undefined, { all: true }),
};

describe.each(Object.entries(commands))('a lock that nobody wrote with svc: %s', (_, run) => {
  it('cuts no text out of files that are no instruction files, and removes none', async () => {
    const before = await mine();
    await tamper({
      references: {
        'package.json': PACKAGE,
        [WORKFLOW]: 'on: push\n',
        'src/app/main.ts': hashOfText('main\n'),
        '.claude/settings.json': SETTINGS,
      },
    });
    await run();
    expect(await mine()).toEqual(before);
    expect(project.context.warnings).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/wrote into package\.json, .* left unchanged/),
      ]),
    );
  });

  it("cuts nothing but its own words out of an agent's instruction file", async () => {
    await tamper({ references: { 'CLAUDE.md': '\nMy own words.\n' } });
    await run();
    expect(await project.read('CLAUDE.md')).toContain('# Mine\n\nMy own words.\n');
  });

  it('takes no entries out of files that no agent has', async () => {
    const before = await mine();
    await tamper({
      toolServers: { 'package.json': { own: '{"command":"own"}' } },
      hooks: { 'package.json': { Stop: ['{"a":1}'] } },
      made: { 'package.json': ['file', 'content', '/private', '/mcpServers', '/hooks'] },
    });
    await run();
    expect(await mine()).toEqual(before);
  });

  it("takes no settings out of an agent's file that are about something else", async () => {
    await tamper({
      hooks: { '.claude/settings.json': { Stop: ['{"a":1}'] } },
      made: { '.claude/settings.json': ['file', 'content', '/model', '/permissions', '/hooks'] },
    });
    await project.write(
      '.claude/settings.json',
      SETTINGS.replace('{}', '{},\n  "hooks": { "Stop": [{ "a": 1 }] }'),
    );
    await run();
    expect(await project.json('.claude/settings.json')).toMatchObject({
      model: 'mine',
      permissions: {},
    });
  });

  it('removes no folder, and no link but those into the folder of plugins', async () => {
    await symlink('../../src', join(project.root, '.claude/skills/mine'));
    await tamper({
      links: {
        '.claude/skills/mine': 'src',
        'src/app': '.svc/plugins/acme/tools',
        'package.json': '.svc/plugins/acme/tools',
      },
    });
    const before = await mine();
    await run();
    expect(await mine()).toEqual(before);
    expect(await readFile(join(project.root, '.claude/skills/mine/app/main.ts'), 'utf8')).toBe(
      'main\n',
    );
    expect((await project.read('.gitignore').catch(() => '')).includes('src/app')).toBe(false);
  });

  it('that names plugins behind links removes none of the folders there', async () => {
    await symlink('../../src', join(project.root, '.svc/plugins/evil'));
    const lock = (await project.json('svc-lock.json')) as { plugins: Record<string, unknown> };
    lock.plugins['evil/app'] = lock.plugins['acme/tools'];
    await project.write('svc-lock.json', JSON.stringify(lock));
    await expect(run()).rejects.toMatchObject({
      code: 'unsafe_path',
      message: expect.stringContaining('.svc/plugins/evil/app'),
    });
    expect(await project.read('src/app/main.ts')).toBe('main\n');
  });
});

describe('a path in a lock', () => {
  it.each([
    '../outside.txt',
    '/etc/passwd',
    'a/../../b',
    '.git/config',
    'sub/.GIT/hooks/x',
    'git~1/config',
    'C:/x',
    'a\\b',
    'a\nb',
    '',
  ])('cannot be %j: the lock is refused with its line, and nothing changes', async (path) => {
    for (const additions of [
      { references: { [path]: 'outside\n' } },
      { links: { [path]: '.svc/plugins/acme/tools' } },
      { toolServers: { [path]: { svc: '{}' } } },
      { hooks: { [path]: { Stop: ['{}'] } } },
      { made: { [path]: ['file'] } },
    ]) {
      const lock = await project.read('svc-lock.json');
      await tamper(additions);
      const before = await project.state();
      for (const run of Object.values(commands))
        await expect(run()).rejects.toMatchObject({ code: 'project_file_invalid' });
      expect(await project.state()).toEqual(before);
      await project.write('svc-lock.json', lock);
    }
  });

  it('may lead through a link out of the project: nothing there changes', async () => {
    await symlink(project.base, join(project.root, 'out'));
    await mkdir(join(project.base, 'rules'));
    await symlink(join(project.base, 'rules'), join(project.root, 'rules'));
    await tamper({
      references: { 'out/outside.txt': 'outside\n' },
      links: { 'rules/x': '.svc/plugins/acme/tools' },
      hooks: { 'out/outside.txt': { Stop: ['{}'] } },
    });
    for (const run of Object.values(commands)) await run();
    expect(await readFile(join(project.base, 'outside.txt'), 'utf8')).toBe('outside\n');
  });
});

describe('a repository that brings more than a lock', () => {
  it.each(['.svc', '.svc/plugins', '.svc/.work'])(
    'as %s a link to another folder of the project: refused, nothing changes',
    async (path) => {
      await project.uninstall(undefined, { all: true });
      await project.write('other/keep.txt', 'keep\n');
      await mkdir(join(project.root, path, '..'), { recursive: true });
      await symlink(join(project.root, 'other'), join(project.root, path));
      const before = await project.state();
      await expect(
        project.install(['acme/tools'], { agent: ['claude-code'] }),
      ).rejects.toMatchObject({ code: 'unsafe_path' });
      expect(await project.state()).toEqual(before);
    },
  );

  it('such as the journal of a command that was never interrupted here: nothing is moved or removed', async () => {
    const entries = [
      { path: 'src', replaced: false, before: 'folder' },
      { path: 'package.json', replaced: true, before: 'nothing' },
      { path: 'package.json/x', replaced: true, before: 'nothing' },
    ];
    await project.write(
      '.svc/.work/journal.json',
      JSON.stringify({ version: 1, folder: '1', entries }),
    );
    await project.write('.svc/.work/tx/new/2', 'new');
    const before = await mine();
    await expect(project.install([])).rejects.toMatchObject({
      code: 'project_recovery_failed',
      message: expect.stringContaining('remove .svc/.work'),
    });
    expect(await mine()).toEqual(before);
  });
});

describe('a work lock that another machine has committed', () => {
  it.each(Object.entries(commands))('does not block %s', async (_name, run) => {
    await project.write(
      '.svc/.work/lock',
      JSON.stringify({ pid: 1, host: 'elsewhere.example', started: '1', inode: '1' }),
    );
    await run();
    expect((await project.state())['.svc/.work/lock']).toBeUndefined();
  });
});
