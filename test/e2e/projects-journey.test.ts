import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { openRegistryServer, type RegistryServer } from './registry-server.js';

interface Link {
  readonly outcome: string;
  readonly file: string;
  readonly project: {
    readonly fullName: string;
    readonly sourceUri: string | null;
    readonly repoSubpath: string | null;
  };
}

describeByDayOn('postgres', 'projects of repositories', (databases) => {
  let registry: RegistryServer;
  let repository: string;
  let counter = 0;

  beforeAll(async () => {
    registry = await openRegistryServer(databases);
  });
  afterAll(() => registry.close());

  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository });
  const remote = (address: string) => git('remote', 'add', 'origin', address);
  const folder = (path: string) => {
    mkdirSync(join(repository, path), { recursive: true });
    return join(repository, path);
  };
  const fails = async (args: readonly string[], cwd = repository, env = {}) => {
    const { code, stderr } = await registry.program.run(args, { cwd, env });
    return { code, stderr };
  };
  const nameIn = (path = '.') =>
    (JSON.parse(readFileSync(join(repository, path, 'svc.json'), 'utf8')) as { name: string }).name;
  const project = <T = Link>(args: readonly string[], cwd = repository) =>
    registry.json<T>(['project', ...args], cwd);

  beforeEach(() => {
    repository = join(registry.program.cwd, `site-${++counter}`);
    mkdirSync(repository);
    git('init', '-q');
  });

  it('a project is made, found again from its repository, and listed', async () => {
    remote(`git@git.example:acme/site-${counter}.git`);
    const uri = `https://git.example/acme/site-${counter}`;
    const made = await project(['create', '--workspace', 'acme']);
    expect(made).toMatchObject({
      outcome: 'created',
      project: { fullName: `acme/site-${counter}`, sourceUri: uri },
    });
    expect(nameIn()).toBe(`acme/site-${counter}`);
    expect(await project(['create'])).toMatchObject({ outcome: 'unchanged' });
    writeFileSync(join(repository, 'svc.json'), '{\n  "name": "lost",\n\n  "mine": 1\n}\n');
    expect(await project(['link', '--workspace', 'acme'])).toMatchObject({
      outcome: 'linked',
      project: { sourceUri: uri },
    });
    expect(readFileSync(join(repository, 'svc.json'), 'utf8')).toBe(
      `{\n  "name": "acme/site-${counter}",\n\n  "mine": 1\n}\n`,
    );
    const { data } = await project<{ data: { fullName: string }[] }>(['list']);
    expect(data.map(({ fullName }) => fullName)).toContain(`acme/site-${counter}`);
  });

  it('a nested project is one only when it is asked for', async () => {
    remote(`https://git.example/acme/nested-${counter}`);
    await project(['create', '--workspace', 'acme']);
    const web = folder('packages/web');
    expect(await fails(['project', 'create'], web)).toEqual({
      code: 2,
      stderr: expect.stringContaining('--nested'),
    });
    const nested = await project(['create', '--nested', '--workspace', 'acme', 'web-of-it'], web);
    expect(nested).toMatchObject({
      outcome: 'created',
      project: { fullName: 'acme/web-of-it', repoSubpath: 'packages/web' },
    });
    expect(nameIn('packages/web')).toBe('acme/web-of-it');
  });

  it('a link that works is left alone; a separate project is made with --new', async () => {
    remote(`https://git.example/acme/new-${counter}`);
    await project(['create', '--workspace', 'acme']);
    await registry.svc(['workspace', 'create', `other-${databases.engine}`]);
    const elsewhere = ['--workspace', `other-${databases.engine}`];
    expect(await fails(['project', 'create', ...elsewhere])).toEqual({
      code: 5,
      stderr: expect.stringContaining('--new'),
    });
    expect(await project(['create', '--new', ...elsewhere])).toMatchObject({ outcome: 'created' });
    expect(nameIn()).toBe(`other-${databases.engine}/site-${counter}`);
    const beside = await project(['create', '--new', ...elsewhere, 'beside']);
    expect(beside).toMatchObject({
      outcome: 'created',
      project: { fullName: `other-${databases.engine}/beside`, sourceUri: null },
    });
  });

  it('what has drifted apart is reported with exit code 5, and mended', async () => {
    remote(`https://git.example/acme/old-${counter}`);
    await project(['create', '--workspace', 'acme']);
    git('remote', 'set-url', 'origin', `https://git.example/acme/moved-${counter}`);
    const answer = await registry.program.run(['project', 'repair', '--json'], { cwd: repository });
    expect(answer.code).toBe(5);
    expect(JSON.parse(answer.stdout)).toMatchObject({
      outcome: 'provenance_drift',
      done: null,
      open: ['update_source', 'create'],
    });
    expect(await fails(['project', 'repair', '--update-name'])).toEqual({
      code: 5,
      stderr: expect.stringContaining('--update-source'),
    });
    expect(await fails(['project', 'repair', '--update-name', '--relink'])).toMatchObject({
      code: 2,
    });
    const mended = await project<object>(['repair', '--yes']);
    expect(mended).toMatchObject({
      done: 'update_source',
      open: [],
      project: { sourceUri: `https://git.example/acme/moved-${counter}` },
    });
    expect(await project<object>(['repair'])).toMatchObject({ outcome: 'match', open: [] });
    writeFileSync(join(repository, 'svc.json'), '{"name":"acme/renamed"}');
    expect(await project<object>(['repair', '--update-name'])).toMatchObject({
      done: 'update_name',
      project: { fullName: 'acme/renamed' },
    });
    writeFileSync(join(repository, 'svc.json'), '{"name":"acme/lost"}');
    expect(await project<object>(['repair', '--relink'])).toMatchObject({
      done: 'relink',
      linkedTo: 'acme/lost',
    });
    expect(nameIn()).toBe('acme/renamed');
  });

  it('the workspace comes from the flag, SVC_WORKSPACE, svc.json or the plugin, else it has to be named', async () => {
    expect(await fails(['project', 'list'])).toEqual({
      code: 2,
      stderr: expect.stringContaining('--workspace'),
    });
    folder('.svc-plugin');
    writeFileSync(join(repository, '.svc-plugin/plugin.json'), '{"name":"acme/plugin"}');
    expect(await fails(['project', 'list'])).toMatchObject({ code: 0 });
    writeFileSync(join(repository, 'svc.json'), '{"name":"from-file/x"}');
    expect(await fails(['project', 'list'])).toEqual({
      code: 4,
      stderr: expect.stringContaining('"from-file"'),
    });
    const env = { SVC_WORKSPACE: 'from-environment' };
    expect(await fails(['project', 'list'], repository, env)).toEqual({
      code: 4,
      stderr: expect.stringContaining('"from-environment"'),
    });
    const flag = ['project', 'list', '--workspace', 'from-flag'];
    expect(await fails(flag, repository, env)).toEqual({
      code: 4,
      stderr: expect.stringContaining('"from-flag"'),
    });
  });

  it('a folder without a repository, or with one on this machine, has a project without a source', async () => {
    remote('/srv/git/site.git');
    expect(await project(['create', '--workspace', 'acme', `local-${counter}`])).toMatchObject({
      project: { sourceUri: null },
    });
    expect(await project<object>(['repair'])).toMatchObject({ outcome: 'match' });
    expect(await fails(['project', 'link'], registry.program.home)).toMatchObject({ code: 4 });
  });
});
