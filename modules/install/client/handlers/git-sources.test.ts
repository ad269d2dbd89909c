import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Ask } from 'svc-registry/kernel';
import { GitServer, type GitWork } from '../../../../test/network/git-server.js';
import type { InstallPolicy } from '../../contract/policies.js';
import { OutdatedHandler } from './outdated.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';

const agents = { agent: ['claude-code'] };
let server: GitServer;
let work: GitWork;
let project: TestProject;
let count = 0;
let repository: string;

beforeAll(async () => {
  server = await GitServer.start();
});
afterAll(() => server.close());

beforeEach(async () => {
  repository = `acme/tools${(count += 1)}`;
  work = await server.create(repository);
  project = await TestProject.create();
  project.context = testContext(project.root, { env });
});
afterEach(() => project.drop());

const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  SVC_GIT_TIMEOUT: '15',
};
const skill = (name: string, text = name): string =>
  `---\nname: ${name}\ndescription: Use when ${name} is needed.\n---\n\n${text}\n`;
const skills = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`skills/${name}/SKILL.md`, skill(name)]));
const url = (): string => server.url(repository);
const folder = (): string => `.svc/plugins/${repository}`;
const lockOf = async () =>
  ((await project.json('svc-lock.json'))['plugins'] as Record<string, Record<string, unknown>>)[
    repository
  ] ?? {};
const dependency = async () =>
  ((await project.json('svc.json'))['dependencies'] as Record<string, unknown>)[repository];
const installed = async (): Promise<string[]> => {
  const below = `${folder()}/skills/`;
  const paths = Object.keys(await project.state()).filter((path) => path.startsWith(below));
  return [...new Set(paths.map((path) => path.slice(below.length).split('/')[0] ?? ''))].sort();
};
const answering = (answer: (names: readonly string[]) => readonly string[]): Ask => ({
  ...project.context.ask,
  interactive: true,
  selectMany: ({ options }) => Promise.resolve(answer(options.map(({ value }) => value)) as never),
});

describe('a repository with several skills', () => {
  it('becomes a plugin named by owner and repository, pinned to its commit', async () => {
    const commit = await work.commit({
      ...skills('pdf', 'xlsx'),
      'skills/pdf/scripts/fill.py': '#!/usr/bin/env python\n',
      'README.md': '# Tools\n',
    });
    const change = await project.install([url()], agents);
    expect(change.plugins).toEqual([
      expect.objectContaining({
        name: repository,
        action: 'installed',
        skills: ['pdf', 'xlsx'],
        source: url(),
      }),
    ]);
    expect(await dependency()).toEqual({ source: url() });
    expect(await lockOf()).toMatchObject({
      source: url(),
      commit,
      taken: 'all',
      version: `0.0.0-git-${commit.slice(0, 12)}`,
      integrity: expect.stringMatching(/^sha256-/) as unknown,
    });
    const state = await project.state();
    expect(state['.claude/skills/pdf']).toBe(`-> ../../${folder()}/skills/pdf`);
    expect(state[`${folder()}/skills/pdf/scripts/fill.py`]).toMatch(/^755 /);
    expect(
      Object.keys(state).filter((path) => path.includes('README') || /plugins\/.*\.git/.test(path)),
    ).toEqual([]);
    expect(await project.json(`${folder()}/.svc-plugin/plugin.json`)).toMatchObject({
      name: repository,
      private: true,
    });
  });

  it('keeps and remembers the skills that are named, and prunes when others are named', async () => {
    await work.commit(skills('pdf', 'xlsx', 'docx'));
    await project.install([url()], { ...agents, skill: ['pdf', 'docx'] });
    expect(await dependency()).toEqual({ source: url(), include: { skills: ['pdf', 'docx'] } });
    expect(await installed()).toEqual(['docx', 'pdf']);
    await project.install([url()]);
    expect(await installed()).toEqual(['docx', 'pdf']);
    const change = await project.install([url()], { only: ['xlsx'] });
    expect(change.plugins[0]).toMatchObject({ action: 'updated', skills: ['xlsx'] });
    expect(await installed()).toEqual(['xlsx']);
    expect(
      Object.keys(await project.state()).filter((path) => path.startsWith('.claude/skills/')),
    ).toEqual(['.claude/skills/xlsx']);
    await project.install([url()], { yes: true, skill: [''] });
    expect(await installed()).toEqual(['docx', 'pdf', 'xlsx']);
    expect(await dependency()).toEqual({ source: url() });
  });

  it('asks which skills when --skill has no value, and by itself when somebody is there', async () => {
    await work.commit(skills('pdf', 'xlsx', 'docx'));
    project.context = testContext(project.root, {
      env,
      ask: answering((names) => names.slice(0, 1)),
    });
    await project.install([url()], { ...agents, skill: [''] });
    expect(await installed()).toEqual(['docx']);
    project.context = testContext(project.root, { env, ask: answering((names) => names.slice(1)) });
    await project.uninstall(repository);
    await project.install([url()]);
    expect(await installed()).toEqual(['pdf', 'xlsx']);
  });

  it('needs an answer or --yes when nobody is there and --skill has no value', async () => {
    await work.commit(skills('pdf', 'xlsx'));
    await expect(project.install([url()], { skill: [''] })).rejects.toMatchObject({
      code: 'usage',
      exit: 2,
    });
    expect(await project.state()).toEqual({ '.git': 'folder' });
  });

  it('says which skills there are when one is misspelt', async () => {
    await work.commit(skills('pdf', 'xlsx'));
    await expect(project.install([url()], { skill: ['pfd'] })).rejects.toMatchObject({
      code: 'skill_unknown',
      hint: 'Did you mean pdf? Its skills: pdf, xlsx.',
    });
  });

  it('lists its skills to the tool instead of choosing', async () => {
    await work.commit(skills('pdf', 'xlsx'));
    expect(await project.installPackage({ packageName: url() })).toMatchObject({
      choices: ['pdf', 'xlsx'],
      plugins: [],
    });
    await project.installPackage({ packageName: url(), skills: ['pdf'] });
    expect(await installed()).toEqual(['pdf']);
  });

  it('loses single skills by uninstall --skill, at the commit that it has', async () => {
    const commit = await work.commit(skills('pdf', 'xlsx'));
    await project.install([url()], agents);
    await work.commit({ 'skills/pdf/SKILL.md': skill('pdf', 'newer') });
    await project.uninstall(repository, { skill: ['xlsx'] });
    expect(await installed()).toEqual(['pdf']);
    expect(await lockOf()).toMatchObject({ commit, taken: ['pdf'] });
  });

  it('needs no host once it is installed', async () => {
    await work.commit(skills('pdf'));
    await project.install([url()], agents);
    server.requests.length = 0;
    const before = await project.state();
    expect((await project.install([])).written).toEqual([]);
    expect(await project.state()).toEqual(before);
    expect(server.requests).toEqual([]);
  });

  it('clashes with another one of the same owner and name, and says so', async () => {
    await work.commit(skills('pdf'));
    await project.install([url()], agents);
    const other = await GitServer.start();
    await (await other.create(repository)).commit(skills('evil'));
    await expect(project.install([other.url(repository)])).rejects.toMatchObject({
      code: 'name_taken',
      exit: 5,
    });
    expect(await installed()).toEqual(['pdf']);
    await other.close();
  });
});

describe('a lock of a repository', () => {
  it('brings exactly its commit back after a clone, whatever came later', async () => {
    const commit = await work.commit(skills('pdf'));
    await project.install([url()], agents);
    await work.commit({ 'skills/pdf/SKILL.md': skill('pdf', 'newer') });
    await rm(join(project.root, '.svc'), { recursive: true });
    await project.install([]);
    expect(await project.read(`${folder()}/skills/pdf/SKILL.md`)).not.toContain('newer');
    expect(await lockOf()).toMatchObject({ commit });
  });

  it('is followed with another selection that somebody wrote into svc.json', async () => {
    const commit = await work.commit(skills('pdf', 'xlsx'));
    await project.install([url()], { ...agents, skill: ['pdf'] });
    await work.commit({ 'skills/xlsx/SKILL.md': skill('xlsx', 'newer') });
    await project.write(
      'svc.json',
      JSON.stringify({
        name: 'repo',
        mode: 'vendored',
        agents: ['claude-code'],
        dependencies: { [repository]: { source: url() } },
      }),
    );
    await project.install([]);
    expect(await installed()).toEqual(['pdf', 'xlsx']);
    expect(await lockOf()).toMatchObject({ commit, taken: 'all' });
  });

  it('refuses a commit with other content than it was written for', async () => {
    await work.commit(skills('pdf'));
    await project.install([url()], agents);
    const lock = await project.read('svc-lock.json');
    const other = await work.commit({ 'skills/pdf/SKILL.md': skill('pdf', 'other') });
    await writeFile(
      join(project.root, 'svc-lock.json'),
      lock.replace(String((await lockOf())['commit']), other),
    );
    await rm(join(project.root, '.svc'), { recursive: true });
    await expect(project.install([])).rejects.toMatchObject({ code: 'integrity_mismatch' });
  });

  it('moves to the newest commit of its branch by update, after outdated has told of it', async () => {
    await work.commit(skills('pdf', 'xlsx'));
    await project.install([url()], { ...agents, skill: ['pdf'] });
    const outdated = () =>
      new OutdatedHandler(project.tools).run({}, testContext(project.root, { env }));
    expect((await outdated()).outdated).toEqual([]);
    await work.commit({ 'skills/xlsx/SKILL.md': skill('xlsx', 'not ours'), 'src/main.ts': '' });
    expect((await outdated()).outdated).toEqual([]);
    expect((await project.update()).plugins.map(({ action }) => action)).not.toContain('updated');
    const commit = await work.commit({ 'skills/pdf/SKILL.md': skill('pdf', 'newer') });
    const before = await project.state();
    expect((await outdated()).outdated).toEqual([
      expect.objectContaining({
        update: { version: `0.0.0-git-${commit.slice(0, 12)}`, breaking: false },
      }),
    ]);
    expect(await project.state()).toEqual(before);
    expect((await project.update({ yes: true })).plugins).toEqual([
      expect.objectContaining({ name: repository, action: 'updated' }),
    ]);
    expect(await project.read(`${folder()}/skills/pdf/SKILL.md`)).toContain('newer');
    expect(await installed()).toEqual(['pdf']);
    expect(await lockOf()).toMatchObject({ commit, taken: ['pdf'] });
  });

  it('stays at a commit or tag that was asked for', async () => {
    const commit = await work.commit(skills('pdf'));
    await work.tag('v1');
    await work.commit({ 'skills/pdf/SKILL.md': skill('pdf', 'newer') });
    await project.install([`${url()}#${commit.slice(0, 10)}`], agents);
    expect(await lockOf()).toMatchObject({ commit, ref: commit.slice(0, 10) });
    expect((await project.update({ yes: true })).plugins).toEqual([]);
    await project.install([`${url()}#v1`]);
    expect(await lockOf()).toMatchObject({ commit, ref: 'v1' });
  });

  it('survives an update while the host is away, and the person is told', async () => {
    await work.commit(skills('pdf'));
    await project.install([url()], agents);
    server.refusals.set(repository, 500);
    const before = await project.state();
    const failed = [
      {
        name: repository,
        code: 'repository_unreachable',
        message: expect.stringContaining('error of its own'),
      },
    ];
    expect(await project.update({ yes: true })).toMatchObject({ plugins: [], failed });
    expect(await project.update({ yes: true, plugin: repository })).toMatchObject({
      plugins: [],
      failed,
    });
    expect(await project.state()).toEqual(before);
  });
});

describe('a folder of a repository', () => {
  it('is installed alone, from a branch with a slash in its name', async () => {
    await work.commit({ ...skills('pdf', 'xlsx'), 'skills/pdf/notes.md': 'x' }, 'feature/x');
    await project.install([`${url()}/-/tree/feature/x/skills/pdf`], agents);
    const name = `${repository}-pdf`;
    expect(Object.keys((await project.json('svc.json'))['dependencies'] as object)).toEqual([name]);
    expect(await project.read(`.svc/plugins/${name}/skills/pdf/notes.md`)).toBe('x');
    await rm(join(project.root, '.svc'), { recursive: true });
    await project.install([]);
    expect(await project.read(`.svc/plugins/${name}/skills/pdf/notes.md`)).toBe('x');
  });

  it('that is not there is refused with the folders that are', async () => {
    await work.commit(skills('pdf', 'xlsx'));
    await expect(project.install([`${url()}/-/tree/main/skills/pfd`])).rejects.toMatchObject({
      code: 'path_unknown',
      hint: 'There is: skills/pdf, skills/xlsx.',
    });
  });

  it('may hold a whole plugin', async () => {
    await work.commit({
      'plugins/review/.svc-plugin/plugin.json': JSON.stringify({
        name: 'acme/review',
        version: '1.2.0',
        description: 'Reviews',
      }),
      'plugins/review/skills/review/SKILL.md': skill('review'),
      'plugins/review/rules/style.md': '# Style\n',
      'plugins/review/.svcignore': 'drafts/\n',
      'plugins/review/drafts/x.md': 'x',
    });
    await expect(project.install([url()])).resolves.toMatchObject({
      plugins: [{ name: 'acme/review', source: `${url()}//plugins/review` }],
    });
    await project.uninstall('acme/review');
    await project.install([`${url()}/-/tree/main/plugins/review`], agents);
    expect((await project.json('svc-lock.json'))['plugins']).toMatchObject({
      'acme/review': { version: '1.2.0', ref: 'main' },
    });
    expect(await project.read('.svc/plugins/acme/review/rules/style.md')).toBe('# Style\n');
    expect(Object.keys(await project.state()).filter((path) => path.includes('drafts'))).toEqual(
      [],
    );
  });

  it('may hold a plugin with an older manifest', async () => {
    const manifest = {
      name: 'acme/older',
      version: '0.3.0',
      summary: 'Older',
      skills: { pdf: { path: 'skills/pdf/SKILL.md' } },
    };
    await work.commit({ 'tile.json': JSON.stringify(manifest), ...skills('pdf') });
    await project.install([url()], agents);
    expect((await project.json('svc-lock.json'))['plugins']).toMatchObject({
      'acme/older': { version: '0.3.0', skills: [{ name: 'pdf' }] },
    });
  });

  it('without anything to install says what there is', async () => {
    await work.commit({ 'README.md': 'x', 'plugins/a/.svc-plugin/plugin.json': '{}' });
    await expect(project.install([url()])).rejects.toMatchObject({
      code: 'nothing_to_install',
      hint: expect.stringContaining('plugins/a') as unknown,
    });
  });
});

describe('an install policy', () => {
  it('is told the host, the path and the commit of a repository', async () => {
    const commit = await work.commit(skills('pdf'));
    const asked: unknown[] = [];
    project.policies.push({
      judge: (candidates) => Promise.resolve(asked.push(...candidates)).then(() => []),
    });
    await project.install([`${url()}/-/tree/main/skills`], agents);
    const host = `127.0.0.1:${server.port}`;
    const source = { kind: 'git', host, path: repository };
    expect(asked).toEqual([
      {
        name: `${url()}/-/tree/main/skills`,
        source: { ...source, commit: undefined },
        locked: false,
      },
      { name: `${repository}-skills`, source: { ...source, commit }, locked: false },
    ]);
  });

  describe('that blocks a repository', () => {
    const block: InstallPolicy['judge'] = (candidates) =>
      Promise.resolve(
        candidates.flatMap(({ name, source }) =>
          source.kind === 'git'
            ? [
                {
                  name,
                  level: 'block' as const,
                  rule: 'source-restricted',
                  message: 'Not from there.',
                },
              ]
            : [],
        ),
      );
    const blocked = {
      code: 'policy_blocked',
      exit: 7,
      message: expect.stringContaining('Not from there.') as unknown,
    };
    /** What the host saw since the policy is there. */
    const forbid = async (): Promise<readonly string[]> => {
      await work.commit(skills('pdf', 'xlsx'));
      project.policies.push({ judge: block });
      server.requests.length = 0;
      return server.requests;
    };

    it('has it refused before the host is asked for anything', async () => {
      await work.commit(skills('pdf'));
      const requests = await forbid();
      await expect(project.install([url()], agents)).rejects.toMatchObject(blocked);
      await expect(
        project.install([`${url()}#main`], { ...agents, skill: ['pdf'] }),
      ).rejects.toMatchObject(blocked);
      await expect(project.installPackage({ packageName: url() })).rejects.toMatchObject(blocked);
      await project.write(
        'svc.json',
        JSON.stringify({ dependencies: { [repository]: { source: url() } } }),
      );
      await expect(project.install([])).rejects.toMatchObject(blocked);
      expect(requests).toEqual([]);
    });

    it('has no newer commit of it looked for, nor what the lock names fetched', async () => {
      await work.commit(skills('pdf'));
      await project.install([url()], agents);
      const requests = await forbid();
      const failed = [
        {
          name: repository,
          code: 'policy_blocked',
          message: expect.stringContaining('Not from there.') as unknown,
        },
      ];
      expect(await project.update()).toMatchObject({ failed, written: [] });
      expect(await new OutdatedHandler(project.tools).run({}, project.context)).toMatchObject({
        failed,
      });
      await project.setMode('managed');
      await rm(join(project.root, '.svc/plugins'), { recursive: true });
      await expect(project.install([])).rejects.toMatchObject(blocked);
      await expect(project.install([], { frozenLockfile: true })).rejects.toMatchObject(blocked);
      expect(requests).toEqual([]);
    });
  });
});

describe('credentials of a URL', () => {
  it('are in no file of the project, no warning and no note', async () => {
    await work.commit(skills('pdf'));
    server.credentials.set(repository, 'me:s3cret');
    const change = await project.install([url().replace('//', '//me:s3cret@')], agents);
    const said = JSON.stringify([
      change,
      project.context.notes,
      project.context.warnings,
      await project.state(),
    ]);
    expect(said).toContain(url());
    expect(said).not.toContain('s3cret');
  });
});

describe('what a repository holds besides files', () => {
  it('is copied where a link leads to it inside, and left out where it leads out', async () => {
    await work.commit({
      ...skills('pdf'),
      'shared/guide.md': 'guide',
      'skills/pdf/guide.md': '-> ../../shared/guide.md',
      'skills/pdf/shared': '-> ../../shared',
      'skills/pdf/passwd': '-> /etc/passwd',
      'skills/pdf/up': '-> ../../../../../../etc/passwd',
      'skills/pdf/loop': '-> .',
      'skills/pdf/gone': '-> nowhere',
      'skills/pdf/nul': 'a device on Windows',
    });
    const change = await project.install([url()], agents);
    const below = `${folder()}/skills/pdf/`;
    const files = Object.entries(await project.state()).filter(([path]) => path.startsWith(below));
    expect(
      Object.fromEntries(files.map(([path, text]) => [path.slice(below.length), text.slice(0, 9)])),
    ).toEqual({
      'SKILL.md': '644 ---\nn',
      'guide.md': '644 guide',
      'shared/guide.md': '644 guide',
    });
    const leftOut = new Map(change.plugins[0]?.leftOut.map(({ what, why }) => [what, why]));
    expect(leftOut.get('skills/pdf/passwd')).toBe('it is a link that leads out of the source');
    expect(leftOut.get('skills/pdf/nul')).toMatch(/device name on Windows/);
    expect(await readFile(join(project.root, `${below}SKILL.md`), 'utf8')).not.toContain('root:');
  });
});
