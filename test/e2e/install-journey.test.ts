import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { listening, type Listening } from '../network/listening.js';
import {
  changeRows,
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';

/** Passes everything on to a server and changes one byte in each archive. */
async function startLiar(origin: string): Promise<Listening> {
  const server = createServer((request, response) => {
    void fetch(origin + String(request.url)).then(async (answer) => {
      let body = Buffer.from(await answer.arrayBuffer());
      if (request.url?.endsWith('/archive') === true) {
        const tar = gunzipSync(body);
        tar.write('Lie', tar.indexOf('Be brief.'));
        body = Buffer.from(gzipSync(tar));
      }
      response
        .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        .end(body);
    });
  });
  return listening(server);
}

describeByDayOn('sqlite', 'installing from a registry', (database) => {
  let registry: RegistryServer;
  let repo: string;
  let stranger: Record<string, string>;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    const { program, svc } = registry;
    stranger = { SVC_HOME: join(program.home, 'nobody') };
    for (const name of ['acme/tools', 'acme/secret']) {
      await writePlugin(join(program.cwd, name), { name, private: name === 'acme/secret' });
      await svc(['plugin', 'publish', name]);
    }
    repo = await newRepository(program, 'repo');
  });

  afterAll(() => registry.close());

  const release = async (version: string) => {
    await writePlugin(join(registry.program.cwd, 'acme/tools'), {
      name: 'acme/tools',
      version,
      private: false,
      rule: `Be brief. ${version}`,
    });
    await registry.svc(['plugin', 'publish', 'acme/tools']);
  };
  const asStranger = (args: string[], cwd = repo) =>
    registry.program.run(args, { cwd, env: stranger });

  it('as a stranger: public plugins, and a hint to sign in for the others', async () => {
    const { program } = registry;
    const cwd = await newRepository(program, 'strange');
    expect(await asStranger(['install', 'acme/tools'], cwd)).toMatchObject({ code: 0 });
    const hidden = await asStranger(['install', 'acme/secret'], cwd);
    const absent = await asStranger(['install', 'acme/absent'], cwd);
    expect(hidden).toMatchObject({ code: 4, stderr: expect.stringContaining('svc login') });
    expect(absent).toMatchObject({ code: 4, stderr: hidden.stderr.replaceAll('secret', 'absent') });
    expect(await asStranger(['search', 'secret'], cwd)).toMatchObject({
      stdout: 'Nothing found for "secret" among the public plugins.\n',
      stderr: expect.stringContaining('svc login'),
    });
  });

  it('as a member: both, into everything that the agents read', async () => {
    const { svc, json } = registry;
    await svc(['init', '--agent', 'claude-code', '--agent', 'agents'], repo);
    await svc(['install', 'acme/tools@1.0.0', 'acme/secret'], repo);
    expect(await json(['list'], repo)).toMatchObject({
      mode: 'vendored',
      plugins: [{ name: 'acme/tools' }, { name: 'acme/secret' }],
    });
    expect((await readdir(join(repo, '.claude/skills'))).sort()).toEqual(['secret', 'tools']);
    expect(await readFile(join(repo, '.svc/RULES.md'), 'utf8')).toContain(
      'plugins/acme/tools/rules/style.md',
    );
    expect(await svc(['install'], repo)).toContain('Nothing had to be changed.');
  });

  it('by the commit that a version was published from', async () => {
    const { program, svc, json } = registry;
    const folder = join(program.cwd, 'source/acme/pinned');
    await writePlugin(folder, { name: 'acme/pinned' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@acme.test', ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
    for (const args of [
      ['init', '-q'],
      ['add', '.'],
      ['commit', '-qm', 'First'],
    ])
      git(...args);
    await svc(['plugin', 'publish'], folder);
    await writePlugin(folder, { name: 'acme/pinned', version: '1.1.0' });
    const later = await program.run(['plugin', 'publish'], { cwd: folder });
    expect(later).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('uncommitted changes'),
    });

    const cwd = await newRepository(program, 'by-commit');
    await svc(['install', `acme/pinned@${git('rev-parse', '--short=8', 'HEAD').trim()}`], cwd);
    expect(await json(['list'], cwd)).toMatchObject({
      plugins: [{ name: 'acme/pinned', wanted: '1.0.0', version: '1.0.0' }],
    });
    const unknown = await program.run(['install', 'acme/pinned@fffffff'], { cwd });
    expect(unknown).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('recorded at publishing'),
    });
  });

  it('outdated tells of new versions, update takes them, majors only when told to', async () => {
    const { svc, json } = registry;
    await release('1.1.0');
    await release('2.0.0');
    expect(await json(['outdated'], repo)).toMatchObject({
      outdated: [{ update: { version: '2.0.0', breaking: true } }],
    });
    const updated = await registry.program.run(['update', '--yes'], { cwd: repo });
    expect(updated).toMatchObject({ code: 0, stderr: expect.stringContaining('--force') });
    expect(await json(['list'], repo)).toMatchObject({
      plugins: [{ name: 'acme/tools', version: '1.1.0' }, {}],
    });
    await svc(['update', '--yes', '--force', 'acme/tools'], repo);
    expect(await json(['list'], repo)).toMatchObject({
      plugins: [{ name: 'acme/tools', version: '2.0.0' }, {}],
    });
    expect(await json(['outdated'], repo)).toEqual({
      project: repo,
      outdated: [],
      failed: [],
      withdrawn: [],
    });
  });

  it('a clone of a vendored project has its plugins, one of a managed project gets them from the lock', async () => {
    const { program, json, svc } = registry;
    const managed = await newRepository(program, 'managed');
    for (const file of [
      'svc.json',
      (await readdir(repo)).find((name) => name.includes('lock')) ?? '',
    ])
      await cp(join(repo, file), join(managed, file));
    const before = await readFile(join(managed, 'svc.json'), 'utf8');
    expect(await json(['list'], managed)).toMatchObject({
      plugins: [{ installed: false }, { installed: false }],
    });
    await release('2.1.0');
    await svc(['install'], managed);
    expect(await json(['list'], managed)).toMatchObject({
      plugins: [{ version: '2.0.0', installed: true }, { installed: true }],
    });
    expect(await readFile(join(managed, 'svc.json'), 'utf8')).toBe(before);

    const vendored = join(program.cwd, 'vendored');
    await cp(repo, vendored, { recursive: true, verbatimSymlinks: true });
    await rm(join(vendored, '.svc/RULES.md'));
    const offline = await program.run(['install'], {
      cwd: vendored,
      env: { SVC_URL: 'http://127.0.0.1:9' },
    });
    expect(offline).toMatchObject({ code: 0 });
    expect(await readFile(join(vendored, '.svc/RULES.md'), 'utf8')).toBe(
      await readFile(join(repo, '.svc/RULES.md'), 'utf8'),
    );
  });

  it('an archive that is not what the registry promised is refused, and the old state stays', async () => {
    const { program, server } = registry;
    const cwd = await newRepository(program, 'careful');
    await registry.svc(['install', 'acme/tools@2.0.0'], cwd);
    const before = await registry.json(['list'], cwd);
    const liar = await startLiar(server.origin);
    try {
      const refused = await program.run(['install', 'acme/tools@2.1.0', '--json'], {
        cwd,
        env: { ...stranger, SVC_URL: liar.origin },
      });
      expect(refused).toMatchObject({ code: 5, stderr: '' });
      expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'integrity_mismatch' } });
    } finally {
      await liar.close();
    }
    expect(await registry.json(['list'], cwd)).toEqual(before);
    expect(await readFile(join(cwd, '.svc/plugins/acme/tools/rules/style.md'), 'utf8')).toBe(
      'Be brief. 2.0.0\n',
    );
    await expect(stat(join(cwd, '.svc/.work'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('what moderation holds back is not installed', async () => {
    const { program, location } = registry;
    await changeRows(
      location,
      `UPDATE registry_versions SET state = 'fail' WHERE semver = '2.1.0'`,
    );
    const cwd = await newRepository(program, 'held');
    const held = await program.run(['install', 'acme/tools@2.1.0', '--json'], { cwd });
    expect(held).toMatchObject({ code: 7 });
    expect(JSON.parse(held.stdout)).toMatchObject({
      error: { code: 'moderation_hidden', status: 403 },
    });
    await expect(stat(join(cwd, 'svc.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('uninstall takes away what install brought', async () => {
    const { svc } = registry;
    for (const name of ['acme/tools', 'acme/secret']) await svc(['uninstall', name], repo);
    expect(await svc(['list'], repo)).toContain('No plugins.');
    expect(await readFile(join(repo, '.svc/RULES.md'), 'utf8')).not.toContain('acme');
    await expect(stat(join(repo, '.claude/skills'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await registry.program.run(['uninstall', 'acme/tools'], { cwd: repo })).toMatchObject({
      code: 4,
    });
  });

  it('without the server, what needs none still works', async () => {
    const { program } = registry;
    const offline = { cwd: repo, env: { SVC_URL: 'http://127.0.0.1:9' } };
    expect(await program.run(['list'], offline)).toMatchObject({ code: 0 });
    for (const args of [['install', 'acme/tools'], ['search'], ['whoami']]) {
      expect(await program.run(args, offline)).toMatchObject({
        code: 6,
        stdout: '',
        stderr: expect.stringMatching(/127\.0\.0\.1:9.*\nhint: /),
      });
    }
    expect(await program.run(['install', 'file:nowhere'], offline)).toMatchObject({ code: 4 });
  });
});
