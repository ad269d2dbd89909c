import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../contract/databases.js';
import { newRepository, openRegistryServer, writePlugin, type RegistryServer } from './registry-server.js';

/** docs/guides/install-in-ci.md, as a job does it. */
describeOnSqlite('a job of continuous integration', (database) => {
  let registry: RegistryServer;
  let clone: string;
  let job: Record<string, string>;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    const { program, svc, json } = registry;
    await writePlugin(join(program.cwd, 'acme/secret'), { name: 'acme/secret', private: true });
    await svc(['plugin', 'publish', 'acme/secret']);
    const repo = await newRepository(program, 'repo');
    await svc(['install', 'acme/secret', '--agent', 'claude-code'], repo);
    const manifest = JSON.parse(await readFile(join(repo, 'svc.json'), 'utf8')) as object;
    await writeFile(join(repo, 'svc.json'), JSON.stringify({ ...manifest, mode: 'managed' }));
    await svc(['install'], repo);
    clone = join(program.cwd, 'clone');
    await cp(repo, clone, { recursive: true, verbatimSymlinks: true });
    for (const ignored of ['.svc/plugins', '.svc/RULES.md', '.claude']) await rm(join(clone, ignored), { recursive: true });
    const { value } = await json<{ value: string }>(['api-key', 'create', 'ci', '--workspace', 'acme', '--role', 'member']);
    job = { SVC_TOKEN: value, SVC_HOME: join(program.home, 'nobody'), CI: 'true' };
  }, 60_000);

  afterAll(() => registry.close());

  const svc = (args: string[], env = job) => registry.program.run(args, { cwd: clone, env });
  const lock = () => readFile(join(clone, 'svc-lock.json'), 'utf8');

  it('may not see a private plugin without its key', async () => {
    expect(await svc(['install', '--frozen-lockfile'], { SVC_HOME: String(job['SVC_HOME']) })).toMatchObject({ code: 4 });
  });

  it('installs what the lock says and finds it sound', async () => {
    const before = await lock();
    expect(await svc(['verify-install'])).toMatchObject({ code: 8 });
    expect(await svc(['install', '--frozen-lockfile'])).toMatchObject({ code: 0 });
    expect(await svc(['verify-install'])).toMatchObject({ code: 0, stdout: '1 plugin: everything is as the lock says.\n' });
    expect(await lock()).toBe(before);
  });

  it('fails when somebody changed a file, and tells which', async () => {
    const rule = join(clone, '.svc/plugins/acme/secret/rules/style.md');
    await writeFile(rule, 'mine');
    const found = await svc(['verify-install', '--json']);
    expect(found).toMatchObject({ code: 8, stderr: '' });
    expect(JSON.parse(found.stdout)).toMatchObject({
      differences: [{ plugin: 'acme/secret', path: '.svc/plugins/acme/secret/rules/style.md', kind: 'changed' }],
    });
    expect(await svc(['verify-install', '--repair'])).toMatchObject({ code: 0 });
    expect(await readFile(rule, 'utf8')).toContain('Be brief.');
  });

  it('fails when svc.json asks for what the lock does not have', async () => {
    const manifest = await readFile(join(clone, 'svc.json'), 'utf8');
    await writeFile(join(clone, 'svc.json'), manifest.replace(/"version":\s*"1.0.0"/, '"version": "9.9.9"'));
    const refused = await svc(['install', '--frozen-lockfile']);
    expect(refused).toMatchObject({ code: 5, stdout: '', stderr: expect.stringContaining('has version 9.9.9, in the lock 1.0.0') });
  });
});
