import { chmod, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '../../modules/persistence/server/database.js';
import { describeOnSqlite, type DatabaseLocation } from './databases.js';
import { openTestDatabase } from './open-database.js';

describeOnSqlite('the files of a database', (databases) => {
  let umask: number;
  beforeAll(() => void (umask = process.umask(0o022)));
  afterAll(() => void process.umask(umask));

  /** Modes of the files of a folder, by name. */
  const modesIn = async (folder: string): Promise<Record<string, string>> => {
    const files = (await readdir(folder, { withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    const modes = files.map(
      async ({ name }) =>
        [name, ((await stat(join(folder, name))).mode & 0o777).toString(8)] as const,
    );
    return Object.fromEntries(await Promise.all(modes));
  };

  const write = (database: Database) =>
    database.unitOfWork.run((manager) =>
      manager.query('CREATE TABLE IF NOT EXISTS t (id integer)'),
    );

  /** A place whose database is in a folder that everybody reads, outside the data folder. */
  const openPlace = async (): Promise<{
    location: Pick<DatabaseLocation, 'env' | 'dataDir'>;
    folder: string;
  }> => {
    const { dataDir, url, env } = await databases.create();
    const folder = join(dataDir, 'elsewhere');
    await mkdir(folder, { mode: 0o755 });
    const SVC_DATABASE_URL = `${url.slice(0, url.indexOf(':'))}:${join(folder, 'registry.db')}`;
    return { folder, location: { dataDir, env: { ...env, SVC_DATABASE_URL } } };
  };

  const whileOpen = [
    'registry.db',
    'registry.db-shm',
    'registry.db-wal',
    'server.lock',
    'server.pid',
  ];

  const expectPrivate = async (folder: string, names: readonly string[]): Promise<void> => {
    const modes = await modesIn(folder);
    expect(Object.keys(modes)).toEqual(expect.arrayContaining([...names]));
    expect(new Set(Object.values(modes))).toEqual(new Set(['600']));
  };

  it('are readable for their owner only, whatever the folder and the umask', async () => {
    const { location, folder } = await openPlace();
    const database = await openTestDatabase(location, []);
    await write(database);
    await expectPrivate(folder, whileOpen);
    await database.close();
    await expectPrivate(folder, ['registry.db', 'server.lock']);
  });

  it('that others could read become private when a server opens them', async () => {
    const { location, folder } = await openPlace();
    const before = await openTestDatabase(location, []);
    await write(before);
    await before.close();
    for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644);
    const database = await openTestDatabase(location, []);
    await write(database);
    await expectPrivate(folder, whileOpen);
    await database.close();
  });

  it('become private where a link leads, too', async () => {
    const { location, folder } = await openPlace();
    const real = join(location.dataDir, 'real');
    await mkdir(real, { mode: 0o755 });
    await (
      await openTestDatabase(
        {
          ...location,
          env: { ...location.env, SVC_DATABASE_URL: `sqlite:${join(real, 'registry.db')}` },
        },
        [],
      )
    ).close();
    await chmod(join(real, 'registry.db'), 0o666);
    await symlink(join(real, 'registry.db'), join(folder, 'registry.db'));
    const database = await openTestDatabase(location, []);
    await write(database);
    expect(await modesIn(real)).toMatchObject({ 'registry.db': '600', 'registry.db-wal': '600' });
    await database.close();
  });
});
