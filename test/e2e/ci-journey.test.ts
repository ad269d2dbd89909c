import { execFile } from 'node:child_process';
import { chmod, cp, lstat, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../contract/databases.js';
import { GitServer } from '../network/git-server.js';
import {
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';

const git = (cwd: string, ...args: string[]) =>
  promisify(execFile)(
    'git',
    [
      '-c',
      'user.name=x',
      '-c',
      'user.email=x@example.com',
      '-c',
      'init.defaultBranch=main',
      ...args,
    ],
    { cwd },
  );

/** Commits all that git takes, and answers a fresh clone. */
async function cloneOf(repo: string, folder: string): Promise<string> {
  await rm(join(repo, '.git'), { recursive: true });
  await git(repo, 'init', '--quiet');
  await git(repo, 'add', '--all');
  await git(repo, 'commit', '--quiet', '--message', 'x');
  await git(repo, 'clone', '--quiet', '.', folder);
  return folder;
}

const NOBODY = 'http://127.0.0.1:9';

/** docs/guides/install-in-ci.md, as a job does it. */
describeOnSqlite('a job of continuous integration', (database) => {
  let registry: RegistryServer;
  let clone: string;
  let job: Record<string, string>;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    const { program, svc } = registry;
    await writePlugin(join(program.cwd, 'acme/secret'), { name: 'acme/secret', private: true });
    await svc(['plugin', 'publish', 'acme/secret']);
    const repo = await newRepository(program, 'repo');
    await svc(['install', 'acme/secret', '--agent', 'claude-code'], repo);
    const manifest = JSON.parse(await readFile(join(repo, 'svc.json'), 'utf8')) as object;
    await writeFile(join(repo, 'svc.json'), JSON.stringify({ ...manifest, mode: 'managed' }));
    await svc(['install'], repo);
    clone = join(program.cwd, 'clone');
    await cp(repo, clone, { recursive: true, verbatimSymlinks: true });
    for (const ignored of ['.svc/plugins', '.svc/RULES.md', '.claude'])
      await rm(join(clone, ignored), { recursive: true });
    const value = await registry.apiKey('member');
    job = { SVC_TOKEN: value, SVC_HOME: join(program.home, 'nobody'), CI: 'true' };
  });

  afterAll(() => registry.close());

  const svc = (args: string[], env = job) => registry.program.run(args, { cwd: clone, env });
  const lock = () => readFile(join(clone, 'svc-lock.json'), 'utf8');

  it('may not see a private plugin without its key', async () => {
    expect(
      await svc(['install', '--frozen-lockfile'], { SVC_HOME: String(job['SVC_HOME']) }),
    ).toMatchObject({ code: 4 });
  });

  it('installs what the lock says and finds it sound', async () => {
    const before = await lock();
    expect(await svc(['verify-install'])).toMatchObject({ code: 8 });
    expect(await svc(['install', '--frozen-lockfile'])).toMatchObject({ code: 0 });
    expect(await svc(['verify-install'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^1 plugin, \d+ skills?, \d+ files?: everything matches the lock\.\n$/,
      ),
    });
    expect(await lock()).toBe(before);
  });

  it('fails when somebody changed a file, and tells which', async () => {
    const rule = join(clone, '.svc/plugins/acme/secret/rules/style.md');
    await writeFile(rule, 'mine');
    const found = await svc(['verify-install', '--json']);
    expect(found).toMatchObject({ code: 8, stderr: '' });
    expect(JSON.parse(found.stdout)).toMatchObject({
      differences: [
        { plugin: 'acme/secret', path: '.svc/plugins/acme/secret/rules/style.md', kind: 'changed' },
      ],
    });
    expect(await svc(['verify-install', '--repair'])).toMatchObject({ code: 0 });
    expect(await readFile(rule, 'utf8')).toContain('Be brief.');
  });

  it('fails when svc.json asks for what the lock does not have', async () => {
    const manifest = await readFile(join(clone, 'svc.json'), 'utf8');
    await writeFile(
      join(clone, 'svc.json'),
      manifest.replace(/"version":\s*"1.0.0"/, '"version": "9.9.9"'),
    );
    const refused = await svc(['install', '--frozen-lockfile']);
    expect(refused).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringContaining('has version 9.9.9, in the lock 1.0.0'),
    });
  });
});

const RULE = '.svc/plugins/acme/style/rules/style.md';
const frozen = ['install', '--frozen-lockfile'];

/** Content and time of everything outside of `.git`. */
async function contentsOf(root: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of (await readdir(root, { recursive: true })).filter(
    (one) => !one.startsWith('.git/') && one !== '.git',
  )) {
    const info = await lstat(join(root, path));
    found[path] =
      `${info.mtimeMs} ${info.mode} ${info.isFile() ? await readFile(join(root, path), 'utf8') : ''}`;
  }
  return found;
}

describeOnSqlite('what a job needs, by the mode of the project', (database) => {
  let registry: RegistryServer;
  let host: GitServer;
  let token: string;
  let clones = 0;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    const { program, svc } = registry;
    await writePlugin(join(program.cwd, 'acme/style'), { name: 'acme/style', private: false });
    await svc(['plugin', 'publish', 'acme/style']);
    token = await registry.apiKey('member');
    host = await GitServer.start();
    const skill = '---\nname: pdf\ndescription: Use when pdf is needed.\n---\n\nText\n';
    await (await host.create('acme/skills')).commit({ 'skills/pdf/SKILL.md': skill });
  });
  afterAll(async () => {
    await host.close();
    await registry.close();
  });

  /** A clone of a project that has this plugin. */
  const project = async (mode: string, source: string): Promise<string> => {
    const repo = await newRepository(registry.program, `repo${++clones}`);
    await writeFile(
      join(repo, 'svc.json'),
      JSON.stringify({ name: 'site', mode, agents: ['claude-code'], dependencies: {} }),
    );
    if (source === 'file:own') await writePlugin(join(repo, 'own'), { name: 'acme/own' });
    await registry.svc(['install', source, '--yes'], repo);
    return cloneOf(repo, join(registry.program.cwd, `clone${clones}`));
  };
  const offline = (): Record<string, string> => ({
    SVC_URL: NOBODY,
    SVC_HOME: join(registry.program.home, 'nobody'),
    CI: 'true',
  });
  const run = (cwd: string, args: string[], env = offline()) =>
    registry.program.run(args, { cwd, env });

  it('vendored: neither a server nor a key, and only what git does not have is written', async () => {
    const clone = await project('vendored', 'acme/style');
    expect(await run(clone, frozen)).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('warning'),
    });
    expect((await git(clone, 'status', '--porcelain', '--ignored')).stdout).toBe(
      '!! .svc/RULES.md\n',
    );
    expect(await run(clone, ['verify-install'])).toMatchObject({ code: 0 });
    expect(await run(clone, frozen, { ...offline(), SVC_TOKEN: token })).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  const changes: readonly (readonly [string, (clone: string) => Promise<unknown>, string])[] = [
    ['changed', (clone) => writeFile(join(clone, RULE), 'mine'), `${RULE}: has different content`],
    ['missing', (clone) => unlink(join(clone, RULE)), `${RULE}: is missing`],
    [
      'too many',
      (clone) => writeFile(join(clone, RULE.replace('style.md', 'more.md')), ''),
      'rules/more.md: does not belong to the plugin',
    ],
    ['runnable', (clone) => chmod(join(clone, RULE), 0o755), `${RULE}: has different permissions`],
  ];
  it.each(changes)(
    'vendored: a file of a plugin that is %s fails, and everything stays as it was',
    async (_, change, said) => {
      const clone = await project('vendored', 'acme/style');
      await change(clone);
      const before = await contentsOf(clone);
      for (const env of [
        offline(),
        { ...offline(), SVC_URL: registry.server.origin, SVC_TOKEN: token },
      ]) {
        const refused = await run(clone, frozen, env);
        expect(refused).toMatchObject({
          code: 5,
          stdout: '',
          stderr: expect.stringContaining(
            'The files of acme/style are not what svc-lock.json says',
          ),
        });
        expect(refused.stderr).toContain(said);
        expect(refused.stderr).toContain('svc verify-install --repair');
      }
      expect(await contentsOf(clone)).toEqual(before);
    },
  );

  it('vendored: svc.json or a lock of another state fails too, and everything stays as it was', async () => {
    const clone = await project('vendored', 'acme/style');
    const manifest = await readFile(join(clone, 'svc.json'), 'utf8');
    await writeFile(join(clone, 'svc.json'), manifest.replace('acme/style', 'acme/other'));
    const before = await contentsOf(clone);
    const refused = await run(clone, frozen);
    expect(refused).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(
        /acme\/other: is not in the lock[\s\S]*acme\/style: is not in svc\.json/,
      ),
    });
    expect(await contentsOf(clone)).toEqual(before);
    await writeFile(join(clone, 'svc.json'), manifest);
    await unlink(join(clone, 'svc-lock.json'));
    expect(await run(clone, frozen)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('svc-lock.json: is missing'),
    });
  });

  it('vendored: a committed link that somebody removed is put back, which git tells of', async () => {
    const clone = await project('vendored', 'acme/style');
    await git(clone, 'rm', '--quiet', '.claude/skills/style');
    await git(clone, 'commit', '--quiet', '--message', 'x');
    expect(await run(clone, frozen)).toMatchObject({ code: 0 });
    expect((await git(clone, 'status', '--porcelain')).stdout).not.toBe('');
  });

  it('managed: the server, and no key for what is public', async () => {
    const clone = await project('managed', 'acme/style');
    const refused = await run(clone, frozen);
    expect(refused).toMatchObject({ code: 6, stderr: expect.stringContaining(NOBODY) });
    expect(
      await run(clone, frozen, { ...offline(), SVC_URL: registry.server.origin }),
    ).toMatchObject({ code: 0 });
    await writeFile(join(clone, RULE), 'left by an earlier job');
    expect(
      await run(clone, frozen, { ...offline(), SVC_URL: registry.server.origin }),
    ).toMatchObject({ code: 0 });
    expect(await readFile(join(clone, RULE), 'utf8')).toBe('Be brief.\n');
  });

  it.each([
    ['a git host', () => host.url('acme/skills')],
    ['a folder of the clone', () => 'file:own'],
  ])(
    'managed: no server for plugins from %s; with a key, the policies cannot be asked about a git host',
    async (from, source) => {
      const clone = await project('managed', source());
      const keyed = await run(clone, frozen, { ...offline(), SVC_TOKEN: token });
      const asked = expect.stringContaining(
        'the install policy was not checked for acme/skills, which the lock names',
      );
      expect(keyed).toMatchObject({
        code: 0,
        stderr: from === 'a git host' ? asked : expect.not.stringContaining('policy'),
      });
      await rm(join(clone, '.svc/plugins'), { recursive: true });
      expect(await run(clone, frozen)).toMatchObject({ code: 0 });
      expect(await run(clone, ['verify-install'])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(
          /^1 plugin, \d+ skills?, \d+ files?: everything matches the lock\.\n$/,
        ),
      });
    },
  );
});
