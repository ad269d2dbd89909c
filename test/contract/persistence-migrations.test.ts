import { afterEach, describe, expect, it } from '@jest/globals';
import { Column, Entity, PrimaryColumn, type QueryRunner } from 'typeorm';
import {
  addColumn,
  columns,
  createTable,
  type Migration,
} from '../../modules/persistence/contract/db.js';
import type { Database } from '../../modules/persistence/server/database.js';
import { describeEachDatabase } from './databases.js';
import { aNote, Line, Note, noteTables } from './note-tables.js';
import { openTestDatabase, RecordingLog, type TestTables } from './open-database.js';

class AddColour1700000000002 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'notes_note', {
      name: 'colour',
      spec: columns.oneOf(['red', 'blue'], { default: 'red' }),
    });
    await addColumn(runner, 'notes_note', {
      name: 'seen_at',
      spec: columns.instant({ nullable: true }),
    });
  }
}

class BreakHalfway1700000000003 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, { name: 'notes_half', columns: { id: columns.id() } });
    await runner.query('UPDATE notes_note SET bytes = 7');
    await runner.query('SELECT * FROM notes_nowhere');
  }
}

class OrphanLines1700000000004 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM notes_note');
    await runner.query(
      `INSERT INTO notes_line (id, note_id) VALUES ('${crypto.randomUUID()}', '${crypto.randomUUID()}')`,
    );
  }
}

class Nameless implements Migration {
  up(): Promise<void> {
    return Promise.resolve();
  }
}

@Entity('somebody_elses')
class Stray {
  @PrimaryColumn(columns.id())
  id!: string;
  @Column(columns.text())
  title!: string;
}

const { entities, migrations } = noteTables;
const withMigrations = (...more: TestTables['migrations']): TestTables => ({
  ...noteTables,
  migrations: [...migrations, ...more],
});

describeEachDatabase('migrations', (databases) => {
  const open = new Set<Database>();

  async function start(
    location: Awaited<ReturnType<typeof databases.create>>,
    tables: readonly TestTables[],
    log = new RecordingLog(),
  ) {
    const database = await openTestDatabase(location, tables, log);
    open.add(database);
    return database;
  }

  async function stop(database: Database): Promise<void> {
    open.delete(database);
    await database.close();
  }

  afterEach(async () => {
    for (const database of open) await stop(database);
  });

  const applied = (database: Database): Promise<{ module: string; name: string }[]> =>
    database.reads.manager.query('SELECT module, name FROM svc_migrations ORDER BY name');

  it('are applied once, and later ones are added', async () => {
    const location = await databases.create();
    const first = await start(location, [noteTables]);
    await first.unitOfWork.run((manager) => manager.insert(Note, aNote({ title: 'kept' })));
    await stop(first);
    await stop(await start(location, [noteTables]));
    const third = await start(location, [withMigrations(AddColour1700000000002)]);

    expect(await applied(third)).toEqual(
      [
        { module: 'notes', name: 'CreateNotes1700000000001' },
        { module: 'notes', name: 'AddColour1700000000002' },
      ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
    expect(
      await third.reads.manager.query('SELECT title, colour, seen_at FROM notes_note'),
    ).toEqual([{ title: 'kept', colour: 'red', seen_at: null }]);
  });

  it('leave constraints and partial indexes of an altered table alone', async () => {
    const database = await start(await databases.create(), [
      withMigrations(AddColour1700000000002),
    ]);
    const insert = (change: Partial<Note>): Promise<unknown> =>
      database.unitOfWork.run((manager) => manager.insert(Note, aNote(change)));
    await insert({ state: 'draft', bytes: 50 });
    await insert({ state: 'draft', bytes: 50 });
    await insert({ state: 'draft', bytes: 101 });
    await expect(insert({ state: 'draft', bytes: 101 })).rejects.toMatchObject({
      name: 'QueryFailedError',
    });
    await expect(
      database.unitOfWork.run((manager) => manager.query(`UPDATE notes_note SET colour = 'grey'`)),
    ).rejects.toMatchObject({
      name: 'QueryFailedError',
    });
  });

  it('that fail leave the schema and the rows as they were, and the previous program works', async () => {
    const location = await databases.create();
    const first = await start(location, [noteTables]);
    await first.unitOfWork.run((manager) => manager.insert(Note, aNote({ bytes: 5 })));
    await stop(first);

    await expect(
      start(location, [withMigrations(AddColour1700000000002, BreakHalfway1700000000003)]),
    ).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringContaining('"BreakHalfway1700000000003" of the module "notes"'),
    });

    const again = await start(location, [withMigrations(AddColour1700000000002)]);
    expect(await again.reads.manager.findOneBy(Note, {})).toMatchObject({ bytes: 5 });
    await expect(again.reads.manager.query('SELECT * FROM notes_half')).rejects.toThrow(
      /notes_half/,
    );
    expect(await applied(again)).toHaveLength(2);
  });

  it('that break references are rolled back', async () => {
    const location = await databases.create();
    const first = await start(location, [noteTables]);
    await first.unitOfWork.run((manager) => manager.insert(Note, aNote()));
    await stop(first);
    await expect(start(location, [withMigrations(OrphanLines1700000000004)])).rejects.toMatchObject(
      {
        code: 'migration_failed',
      },
    );
    const again = await start(location, [noteTables]);
    expect([await again.reads.manager.count(Note), await again.reads.manager.count(Line)]).toEqual([
      1, 0,
    ]);
  });

  it('that are not known here keep an older program out', async () => {
    const location = await databases.create();
    await stop(await start(location, [withMigrations(AddColour1700000000002)]));
    await expect(start(location, [noteTables])).rejects.toMatchObject({
      code: 'newer_database',
      message: expect.stringContaining('notes/AddColour1700000000002'),
    });
    await stop(await start(location, [withMigrations(AddColour1700000000002)]));
  });

  it('of a module that is not loaded are left alone, with a warning', async () => {
    const location = await databases.create();
    await stop(await start(location, [noteTables]));
    const log = new RecordingLog();
    await start(location, [], log);
    expect(log.lines).toEqual([
      expect.objectContaining({ level: 'warn', fields: { modules: ['notes'] } }),
    ]);
  });

  it.each<[string, TestTables, string]>([
    [
      'a table outside the prefix',
      { module: 'notes', entities: [...entities, Stray], migrations },
      'the table "somebody_elses" of Stray',
    ],
    ['a foreign prefix', { ...noteTables, prefix: 'identity_' }, 'has to be "notes_"'],
    [
      'a migration without a timestamp',
      withMigrations(Nameless),
      '"Nameless" does not end in a 13-digit timestamp',
    ],
    [
      'two migrations of one name',
      withMigrations(AddColour1700000000002, AddColour1700000000002),
      'two migrations are called',
    ],
  ])('and tables of a module with %s are refused', async (_what, tables, why) => {
    const location = await databases.create();
    await expect(start(location, [tables])).rejects.toMatchObject({
      code: 'tables_refused',
      message: expect.stringMatching(new RegExp(`module "notes".*${why}`)),
    });
    await start(location, []);
  });

  if (databases.engine === 'postgres') {
    it('run on one of several servers that start at once on an empty database', async () => {
      const location = await databases.create();
      const servers = await Promise.all(
        [1, 2, 3].map(() => start(location, [withMigrations(AddColour1700000000002)])),
      );
      for (const server of servers) expect(await applied(server)).toHaveLength(2);
    });
  }
});

describe('a database that cannot be reached', () => {
  it('is named without its password', async () => {
    const env = {
      SVC_DATABASE_URL: 'postgres://svc:hush@127.0.0.1:1/nowhere',
      SVC_DATA_DIR: '/nonexistent',
    };
    const error: unknown = await openTestDatabase({ env, dataDir: '/nonexistent' }, []).catch(
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({
      code: 'database_unavailable',
      message: expect.stringContaining('postgres://127.0.0.1:1/nowhere'),
    });
    expect(String(error)).not.toContain('hush');
  });
});
