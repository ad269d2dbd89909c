import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { snapshot } from '../testing/snapshot.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { ListHandler } from './list.js';
import { OutdatedHandler } from './outdated.js';

let project: TestProject;
let home: string;
beforeEach(async () => {
  project = await TestProject.create();
  ({ home } = project);
});
afterEach(() => project.drop());

const global = { global: true };
const withServer = { ...global, toolServer: true };
const inHome = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(home, path)), { recursive: true });
  await writeFile(join(home, path), text);
};
const readHome = (path: string): Promise<string> => readFile(join(home, path), 'utf8');
const jsonOf = async (path: string): Promise<unknown> => JSON.parse(await readHome(path));
const withEnv = (env: Record<string, string>): void => {
  project.context = testContext(project.root, { env: { HOME: home, ...env } });
};
const list = () => new ListHandler(project.tools).run(global, project.context);
const own = (): Promise<string> =>
  project.plugin('own', { name: 'acme/tools', skills: ['review'], rules: ['style'] });

describe('installing for the user', () => {
  it('writes into the home folder and nothing into the project around it', async () => {
    await project.install(
      [await project.plugin('other', { name: 'acme/other', skills: ['plan'] })],
      { agent: ['agents'] },
    );
    const before = await project.state();
    const change = await project.install([await own()], {
      ...withServer,
      agent: ['claude-code', 'agents'],
    });
    expect(change).toMatchObject({
      project: home,
      mode: null,
      agents: ['claude-code', 'agents'],
      plugins: [{ action: 'installed' }],
    });
    expect(await project.state()).toEqual(before);
    expect(await jsonOf('.svc/svc.json')).toEqual({
      dependencies: { 'acme/tools': { source: 'file:../own' } },
      toolServer: true,
      agents: ['claude-code', 'agents'],
    });
    expect(await readHome('.svc/plugins/acme/tools/rules/style.md')).toContain('style');
    for (const folder of ['.claude/skills', '.agents/skills']) {
      expect(await realpath(join(home, folder, 'review'))).toBe(
        join(home, '.svc/plugins/acme/tools/skills/review'),
      );
    }
    expect(await jsonOf('.claude.json')).toMatchObject({
      mcpServers: { svc: { args: expect.arrayContaining(['mcp', 'start']) } },
    });
    const written = Object.keys(await snapshot(home));
    expect(
      written.filter((path) => /gitignore|^AGENTS|^CLAUDE|^svc|\.mcp|work/.test(path)),
    ).toEqual([]);
  });

  it('chooses the agents that the home folder shows, once, and remembers them', async () => {
    await inHome('.codex/auth.json', '{}');
    await inHome('.cursor/x', '');
    const source = await own();
    expect(await project.install([source], global)).toMatchObject({ agents: ['cursor', 'codex'] });
    await inHome('.claude/settings.json', '{}');
    expect(await project.install([source], global)).toMatchObject({
      agents: ['cursor', 'codex'],
      written: [],
    });
    expect(await jsonOf('.svc/svc.json')).toMatchObject({ agents: ['cursor', 'codex'] });
  });

  it('lists, updates and removes what is there for the user, and tells of newer versions', async () => {
    expect(await list()).toMatchObject({ project: home, mode: null, plugins: [] });
    for (const version of ['1.0.0', '1.1.0'])
      await project.publish({ name: 'acme/tools', version, skills: ['review'] });
    await project.install(['acme/tools@1.0.0'], { ...global, agent: ['agents'] });
    expect(await list()).toMatchObject({
      mode: null,
      plugins: [{ name: 'acme/tools', version: '1.0.0', installed: true }],
    });
    const outdated = new OutdatedHandler(project.tools);
    expect(await outdated.run(global, project.context)).toMatchObject({
      outdated: [{ update: { version: '1.1.0' } }],
    });
    expect(await project.update({ ...global, yes: true })).toMatchObject({
      plugins: [{ from: '1.0.0', version: '1.1.0' }],
    });
    await project.uninstall('acme/tools', global);
    expect(await list()).toMatchObject({ plugins: [] });
    await expect(lstat(join(home, '.agents/skills'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(project.uninstall('acme/tools', global)).rejects.toMatchObject({
      code: 'plugin_not_installed',
      message: expect.stringContaining('.svc/svc.json does not name a plugin "acme/tools".'),
    });
  });

  it('leaves the configuration and the credentials of the program alone', async () => {
    await inHome('.svc/config.json', '{"server":"x"}');
    await inHome('.svc/credentials.json', 'secret');
    await inHome('.svc/server/svc.sqlite', 'data');
    const before = await snapshot(home);
    await project.install([await own()], { ...global, agent: ['agents'] });
    await project.uninstall('acme/tools', global);
    expect(await snapshot(home)).toMatchObject(before);
  });

  it('makes a .svc that only the user may look into', async () => {
    await project.install([await own()], { ...global, agent: ['agents'] });
    expect((await stat(join(home, '.svc'))).mode & 0o777).toBe(0o700);
  });

  it('writes no files for git into a home folder that is a repository', async () => {
    await mkdir(join(home, '.git'));
    await project.install([await own()], { ...global, agent: ['agents'] });
    expect(Object.keys(await snapshot(home)).filter((path) => path.includes('gitignore'))).toEqual(
      [],
    );
  });

  it('sets up nothing in the home folder when there is nothing to install, and says where plugins of the user are listed', async () => {
    await mkdir(join(home, '.codex'));
    await expect(project.install([], { ...global, agent: ['codex'] })).rejects.toMatchObject({
      code: 'user_plugins_missing',
      message: expect.stringContaining(join(home, '.svc/svc.json')),
    });
    await expect(project.update(global)).rejects.toMatchObject({ code: 'user_plugins_missing' });
    expect(await readdir(home, { recursive: true })).toEqual(['.codex']);
  });

  it('refuses a home folder that is a project, and a project in a home folder with plugins for the user', async () => {
    await inHome('svc.json', '{"dependencies":{}}');
    const source = await own();
    await expect(project.install([source], global)).rejects.toMatchObject({
      code: 'scopes_collide',
    });
    await rm(join(home, 'svc.json'));
    await project.install([source], { ...global, agent: ['agents'] });
    project.context = testContext(home, { env: { HOME: home } });
    await expect(project.install([source], { agent: ['agents'] })).resolves.toMatchObject({
      project: project.root,
    });
    await expect(project.installPackage({ packageName: source }, home)).rejects.toMatchObject({
      code: 'scopes_collide',
    });
  });

  it('does not take the plugins of the user, or anything inside them, for a project', async () => {
    await project.install(
      [
        await project.plugin('own', {
          name: 'acme/tools',
          skills: ['review'],
          files: { 'svc.json': '{}' },
        }),
      ],
      {
        ...global,
        agent: ['agents'],
      },
    );
    for (const folder of [
      '.svc',
      '.svc/plugins/acme/tools',
      '.svc/plugins/acme/tools/skills/review',
    ])
      await expect(project.installPackage({}, join(home, folder))).rejects.toMatchObject({
        code: 'project_missing',
      });
  });
});

describe('variables that move what an agent reads', () => {
  it('are followed inside the home folder', async () => {
    withEnv({ CLAUDE_CONFIG_DIR: join(home, '.config/claude') });
    await project.install([await own()], { ...withServer, agent: ['claude-code'] });
    expect(await realpath(join(home, '.config/claude/skills/review'))).toBe(
      join(home, '.svc/plugins/acme/tools/skills/review'),
    );
    expect(await jsonOf('.config/claude/.claude.json')).toMatchObject({ mcpServers: { svc: {} } });
    expect(Object.keys(await snapshot(home)).filter((path) => path.startsWith('.claude'))).toEqual(
      [],
    );
  });

  it('are followed out of the home folder, and taken back there', async () => {
    const away = join(project.base, 'away');
    withEnv({ CLAUDE_CONFIG_DIR: away });
    await mkdir(away);
    await writeFile(join(away, '.claude.json'), '{ "numStartups": 3 }');
    const change = await project.install([await own()], { ...withServer, agent: ['claude-code'] });
    expect(change.written).toEqual(
      expect.arrayContaining([`${away}/.claude.json`, `${away}/skills/review`, '.svc/svc.json']),
    );
    expect(await realpath(join(away, 'skills/review'))).toBe(
      join(home, '.svc/plugins/acme/tools/skills/review'),
    );
    expect((await lstat(join(away, 'skills/review'))).isSymbolicLink()).toBe(true);
    await project.uninstall('acme/tools', global);
    await expect(lstat(join(away, 'skills'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(JSON.parse(await readFile(join(away, '.claude.json'), 'utf8'))).toMatchObject({
      numStartups: 3,
    });
  });

  it('move what was written with them, and what they hid is told of until they are set again', async () => {
    const away = join(project.base, 'away');
    const source = await own();
    await project.install([source], { ...withServer, agent: ['claude-code'] });
    withEnv({ CLAUDE_CONFIG_DIR: away });
    await project.install([source], global);
    for (const gone of ['.claude/skills', '.claude.json'])
      await expect(lstat(join(home, gone))).rejects.toMatchObject({ code: 'ENOENT' });
    withEnv({});
    await project.install([source], global);
    expect(project.context.warnings.join()).toContain(`${away}/`);
    withEnv({ CLAUDE_CONFIG_DIR: away });
    await project.uninstall('acme/tools', global);
    expect(project.context.warnings).toEqual([]);
    await expect(lstat(join(away, 'skills'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('may name another volume', async () => {
    const shm = await mkdtemp('/dev/shm/svc-install-').catch(() => undefined);
    if (shm === undefined || (await stat(shm)).dev === (await stat(home)).dev) return;
    try {
      withEnv({ CLAUDE_CONFIG_DIR: shm });
      await writeFile(join(shm, '.claude.json'), '{ "numStartups": 3 }', { mode: 0o600 });
      await project.install([await own()], { ...withServer, agent: ['claude-code'] });
      expect(await realpath(join(shm, 'skills/review'))).toBe(
        join(home, '.svc/plugins/acme/tools/skills/review'),
      );
      expect((await stat(join(shm, '.claude.json'))).mode & 0o777).toBe(0o600);
      await project.uninstall('acme/tools', global);
      expect(
        Object.keys(await snapshot(shm)).filter(
          (path) => path.includes('skills') || path.includes('svc-new'),
        ),
      ).toEqual([]);
    } finally {
      await rm(shm, { recursive: true });
    }
  });

  it('must be absolute', async () => {
    withEnv({ CODEX_HOME: 'codex' });
    await expect(project.install([await own()], global)).rejects.toMatchObject({
      code: 'invalid_input',
      message: /CODEX_HOME/,
    });
  });

  it('open no way anywhere else', async () => {
    const [away, secret] = [join(project.base, 'away'), join(project.base, 'secret')];
    await mkdir(secret);
    await mkdir(away);
    await symlink(secret, join(away, 'skills'));
    withEnv({ CLAUDE_CONFIG_DIR: away });
    await expect(
      project.install([await own()], { ...global, agent: ['claude-code'] }),
    ).rejects.toMatchObject({ code: 'unsafe_path' });
    expect(await snapshot(secret)).toEqual({});
  });
});

describe('the lock of a project', () => {
  it('never names a path outside of it', async () => {
    const written = {
      links: { [`${home}/x`]: '.svc/plugins/acme/tools' },
      references: {},
      toolServers: {},
      hooks: {},
    };
    await project.write('svc.json', '{"dependencies":{}}');
    await project.write('svc-lock.json', JSON.stringify({ lockVersion: 1, plugins: {}, written }));
    await expect(project.install([])).rejects.toMatchObject({ code: 'project_file_invalid' });
  });
});
