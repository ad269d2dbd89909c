import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { addColumn, columns, type Migration } from '../../../modules/persistence/contract/db.js';
import type { Database } from '../../../modules/persistence/server/database.js';
import { engineFor } from '../../../modules/persistence/server/engine.js';
import { settingsFrom } from '../../../modules/persistence/server/settings.js';
import type { Snapshot } from '../../../modules/persistence/server/snapshot/database-view.js';
import { describeEachDatabase, describeOnPostgres, type DatabaseLocation } from '../databases.js';
import { aNote, Note, noteTables } from '../note-tables.js';
import { openTestDatabase, RecordingLog, type TestTables } from '../open-database.js';
import { aTask, backupServiceOf } from './backup-service.js';

/** A migration that adds a column; `during` runs in its transaction. */
function adding(
  name: string,
  during: (runner: QueryRunner) => Promise<void> = () => Promise.resolve(),
) {
  return class implements Migration {
    readonly name = `${name}1700000000002`;
    async up(runner: QueryRunner): Promise<void> {
      await addColumn(runner, 'notes_note', {
        name: name.toLowerCase(),
        spec: columns.text({ default: 'new' }),
      });
      await during(runner);
    }
  };
}

const withMigrations = (...more: TestTables['migrations']): TestTables => ({
  ...noteTables,
  migrations: [...noteTables.migrations, ...more],
});
const newer = withMigrations(adding('Colour'));
const backups = ({ dataDir }: DatabaseLocation): Promise<string[]> =>
  readdir(join(dataDir, 'backups')).catch(() => []);

async function start(
  location: DatabaseLocation,
  tables: TestTables,
  title?: string,
): Promise<void> {
  const server = await openTestDatabase(location, [tables]);
  if (title !== undefined)
    await server.unitOfWork.run((manager) => manager.insert(Note, aNote({ title })));
  await server.close();
}

describeEachDatabase('an upgrade', (database) => {
  it('keeps the rows in a file that the former version restores', async () => {
    const [location, back] = [await database.create(), await database.create()];
    await start(location, noteTables, 'before');
    expect(await backups(location)).toEqual([]);
    await backupServiceOf(location, [newer]).upgrade();
    const [file, ...others] = await backups(location);
    expect(others).toEqual([]);
    await start(location, newer, 'after');
    expect(await backups(location)).toEqual([file]);

    await backupServiceOf(back, [noteTables]).restore(
      { file: join(location.dataDir, 'backups', file!), force: false },
      aTask(),
    );
    const former = await openTestDatabase(back, [noteTables]);
    expect(await former.reads.manager.find(Note)).toMatchObject([{ title: 'before' }]);
    await former.close();
  });

  it('keeps the last three states, however often one of them is begun', async () => {
    const location = await database.create();
    await start(location, noteTables);
    const failing = withMigrations(
      adding('A'),
      adding('B', () => Promise.reject(new Error('no'))),
    );
    for (let times = 0; times < 3; times += 1)
      await expect(start(location, failing)).rejects.toMatchObject({ code: 'migration_failed' });
    const [first, ...rest] = await backups(location);
    expect(rest).toHaveLength(1);
    const names = ['A', 'B', 'C', 'D'];
    for (const [at] of names.entries())
      await start(location, withMigrations(...names.slice(0, at + 1).map((name) => adding(name))));
    expect(await backups(location)).toHaveLength(3);
    expect(await backups(location)).not.toContain(first);
  });

  it('makes no backup where a setting says so', async () => {
    const location = await database.create();
    await start(location, noteTables);
    await start({ ...location, env: { ...location.env, SVC_UPGRADE_BACKUP: 'off' } }, newer);
    expect(await backups(location)).toEqual([]);
  });

  it('does not begin when the backup cannot be written', async () => {
    const location = await database.create();
    await start(location, noteTables, 'kept');
    // a file where the folder has to be
    const env = {
      ...location.env,
      SVC_DATA_DIR: join(location.dataDir, 'server.lock'),
      SVC_BLOB_URL: `file:${location.dataDir}/blobs`,
    };
    const blocked = { ...location, env, dataDir: join(location.dataDir, 'server.lock') };
    if (database.engine === 'postgres')
      await start(
        {
          ...location,
          env: { ...location.env, SVC_DATABASE_URL: `sqlite:${location.dataDir}/x.db` },
        },
        noteTables,
      );
    await expect(start(blocked, newer)).rejects.toMatchObject({ code: 'ENOTDIR' });
    await start(location, noteTables);
  });
});

describeOnPostgres('several servers and a new version', (database) => {
  const open = new Set<Database | Snapshot>();

  afterEach(async () => {
    for (const one of open) await one.close();
    open.clear();
  });

  async function running(
    location: DatabaseLocation,
    tables: TestTables,
    log = new RecordingLog(),
  ): Promise<Database> {
    const server = await openTestDatabase(location, [tables], log);
    open.add(server);
    return server;
  }

  const written = (server: Database, title: string): Promise<unknown> =>
    server.unitOfWork.run((manager) => manager.insert(Note, aNote({ title })));

  it('the running ones serve before, during and after the migration; an old one that starts is refused', async () => {
    const location = await database.create();
    const older = await running(location, noteTables);
    const titles: string[] = [];
    // in the middle of a migration: reads of other tables answer immediately, the others when it is committed
    const during = async (): Promise<void> => {
      expect(await older.reads.manager.query('SELECT * FROM notes_line')).toEqual([]);
    };
    const upgrading = running(
      location,
      withMigrations(adding('Colour', during), adding('Size', during)),
    );
    while (titles.length < 20) {
      const title = `note ${titles.length} of the older one`;
      await written(older, title);
      titles.push(title);
    }
    const newest = await upgrading;
    await written(older, 'after');
    await written(newest, 'of the newer one');
    expect((await older.reads.manager.find(Note)).map(({ title }) => title).sort()).toEqual(
      [...titles, 'after', 'of the newer one'].sort(),
    );
    await expect(openTestDatabase(location, [noteTables])).rejects.toMatchObject({
      code: 'newer_database',
      exit: 5,
    });
  });

  it('a migration waits for a backup that is being read, and starts without changes wait for nobody', async () => {
    const location = await database.create();
    await start(location, noteTables, 'kept');
    const log = new RecordingLog();
    const engine = await engineFor(
      settingsFrom({ env: location.env, home: location.dataDir }).database,
    );
    const snapshot = await engine.snapshot({ log });
    open.add(snapshot);
    const upgrading = running(location, newer);
    // not begun: this one starts, too, and is no older version yet
    const another = await running(location, noteTables);
    await written(another, 'meanwhile');
    expect(await snapshot.runner.query('SELECT title FROM notes_note')).toEqual([
      { title: 'kept' },
    ]);
    await expect(
      snapshot.runner.query('INSERT INTO notes_line VALUES (gen_random_uuid(), gen_random_uuid())'),
    ).rejects.toThrow(/read-only/);
    open.delete(snapshot);
    await snapshot.close();
    expect(await (await upgrading).reads.manager.query('SELECT colour FROM notes_note')).toEqual([
      { colour: 'new' },
      { colour: 'new' },
    ]);
  });

  it('one of several new ones migrates, the others wait', async () => {
    const location = await database.create();
    await start(location, noteTables);
    let runs = 0;
    const counting = adding('Colour', async () => {
      runs += 1;
      await new Promise((wake) => setTimeout(wake, 50));
    });
    await Promise.all([1, 2, 3].map(() => running(location, withMigrations(counting))));
    expect(runs).toBe(1);
    expect(await backups(location)).toHaveLength(1);
  });
});
