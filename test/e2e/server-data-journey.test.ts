import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  describeEachDatabase,
  describeOnPostgres,
  describeOnSqlite,
  type DatabaseLocation,
} from '../contract/databases.js';
import type { Finished } from './program.js';
import {
  ADMIN,
  newRepository,
  openRegistryServer,
  signIn,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';

interface Tally {
  readonly file?: string;
  readonly tables: readonly {
    readonly table: string;
    readonly rows: number;
    readonly sha256: string;
  }[];
  readonly blobs: { readonly count: number; readonly bytes: number };
}

/** A server with a published plugin. */
async function withPlugin(
  database: Parameters<typeof openRegistryServer>[0],
): Promise<RegistryServer> {
  const registry = await openRegistryServer(database);
  await writePlugin(join(registry.program.cwd, 'tools'), {
    name: 'acme/tools',
    private: true,
    rule: 'Be brief.',
  });
  await registry.svc(['plugin', 'publish', 'tools']);
  return registry;
}

/** The person of before signs in, finds the plugin, installs it and publishes another version. */
async function goesOn(
  { program }: RegistryServer,
  location: DatabaseLocation,
  version: string,
): Promise<void> {
  const server = await program.serve([], { env: location.env });
  const run = (args: string[], cwd = program.cwd) => program.run(args, { cwd, env: location.env });
  expect(await signIn(program, ADMIN)).toMatchObject({ code: 0 });
  expect(await run(['search', 'brief', '--type', 'docs'])).toMatchObject({ code: 0 });
  expect(await run(['search', 'tools'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('acme/tools'),
  });
  const repo = await newRepository(program, `repo-${version}`);
  expect(await run(['init', '--agent', 'agents'], repo)).toMatchObject({ code: 0 });
  expect(await run(['install', 'acme/tools'], repo)).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining('error'),
  });
  await writePlugin(join(program.cwd, 'tools'), {
    name: 'acme/tools',
    private: true,
    version,
    rule: `Be ${version}.`,
  });
  expect(await run(['plugin', 'publish', 'tools'])).toMatchObject({ code: 0 });
  expect((await server.stop()).code).toBe(0);
}

describeEachDatabase('what a server stores', (database) => {
  let registry: RegistryServer;
  let file: string;
  let written: Tally;

  beforeAll(async () => {
    registry = await withPlugin(database);
    file = join(registry.program.cwd, 'backup.tar.gz');
  });

  afterAll(() => registry.program.close());

  const server = (
    args: readonly string[],
    location: DatabaseLocation = registry.location,
  ): Promise<Finished> =>
    registry.program.run(['server', ...args, '--json'], { env: location.env });

  it('is written to a file while it runs, for nobody else to read', async () => {
    const { code, stdout } = await server(['backup', 'backup.tar.gz']);
    expect(code).toBe(0);
    written = JSON.parse(stdout) as Tally;
    expect(written.file).toBe(file);
    expect(written.tables).toContainEqual(
      expect.objectContaining({ table: 'registry_versions', rows: 1 }),
    );
    // the archive, its two files, the scanner's verdict, and the score if it is there already
    expect([4, 5]).toContain(written.blobs.count);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await server(['backup', 'backup.tar.gz'])).toMatchObject({
      code: 5,
      stdout: expect.stringContaining('file_exists'),
    });
    expect(await registry.program.run(['server', 'check'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('All data are complete and undamaged.'),
    });
  });

  it('comes back on another machine, and everybody goes on', async () => {
    const location = await database.create();
    const restored = await server(['restore', file], location);
    expect(restored.code).toBe(0);
    const { tables, blobs } = JSON.parse(restored.stdout) as Tally;
    expect({ tables, blobs }).toEqual({ tables: written.tables, blobs: written.blobs });
    await goesOn(registry, location, '1.1.0');
    expect(await server(['check'], location)).toMatchObject({ code: 0 });
    // once more: there is something now
    expect(await server(['restore', file], location)).toMatchObject({
      code: 5,
      stdout: expect.stringContaining('database_not_empty'),
    });
  });

  it('is checked with the exit codes that the help names', async () => {
    const help = (await registry.program.run(['server', 'check', '--help'])).stdout.replaceAll(
      /\s+/g,
      ' ',
    );
    expect(help).toContain('Ends with 0 when all data are complete and undamaged, 8 when');
    expect(help).toContain(
      '4 when there is no database, 6 when it cannot be reached, and 2 or 3 when',
    );
    const check = async (env: DatabaseLocation['env'], args: readonly string[] = []) =>
      (await registry.program.run(['server', 'check', ...args], { env })).code;
    const { env, dataDir } = await database.create();
    expect(await check(registry.location.env)).toBe(0);
    expect(await check(env)).toBe(4);
    expect(await check(env, ['--frob'])).toBe(2);
    expect(await check({ ...env, SVC_DATABASE_URL: 'mysql:x' })).toBe(3);
    expect(await check({ ...env, SVC_DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing' })).toBe(
      6,
    );
    await writeFile(
      join(dataDir, 'damaged.db'),
      'not a database, but more than a hundred bytes of it '.repeat(30),
    );
    expect(await check({ ...env, SVC_DATABASE_URL: 'sqlite:damaged.db' })).toBe(8);
  });

  if (database.engine === 'sqlite') {
    it('is not replaced under a server that runs', async () => {
      expect(await server(['restore', file, '--force'])).toMatchObject({
        code: 5,
        stdout: expect.stringContaining('data_folder_in_use'),
      });
      const move = ['move', '--from', registry.location.url, '--to', 'sqlite:other/new.db'];
      expect(await server(move)).toMatchObject({
        code: 5,
        stdout: expect.stringContaining('data_folder_in_use'),
      });
    });
  }
});

describeOnSqlite('a team that outgrows one machine', (sqlite) => {
  describeOnPostgres('goes on', (postgres) => {
    let registry: RegistryServer;

    beforeAll(async () => {
      registry = await withPlugin(sqlite);
    });

    afterAll(() => registry.program.close());

    it('with everything it had', async () => {
      const { program, location, server } = registry;
      await server.stop();
      const { url, env } = await postgres.create();
      const secret = new URL(url);
      secret.password = 'hush';
      const moved = await program.run([
        'server',
        'move',
        '--from',
        'sqlite:registry.db',
        '--to',
        secret.href,
        '--json',
      ]);
      expect(moved).toMatchObject({ code: 0, stderr: expect.stringContaining('PGPASSWORD') });
      expect(moved.stderr + moved.stdout).not.toContain('hush');
      const { tables, blobs } = JSON.parse(moved.stdout) as Tally;
      const packed = await program.run(['server', 'backup', 'before.tar', '--json']);
      expect(JSON.parse(packed.stdout)).toMatchObject({ tables, blobs });
      // the same data folder: its contents serve both databases
      await goesOn(
        registry,
        { ...location, env: { ...location.env, SVC_DATABASE_URL: env['SVC_DATABASE_URL']! } },
        '2.0.0',
      );
    });
  });
});
