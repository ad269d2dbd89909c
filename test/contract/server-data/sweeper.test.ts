import { utimes } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { HostInfo } from 'svc-registry/kernel';
import {
  addColumn,
  columns,
  createTable,
  type Migration,
} from '../../../modules/persistence/contract/db.js';
import { BlobFolder } from '../../../modules/persistence/server/blobs/blob-folder.js';
import { settingsFrom } from '../../../modules/persistence/server/settings.js';
import { Sweeper } from '../../../modules/persistence/server/sweeper.js';
import type { QueryRunner } from 'typeorm';
import { describeEachDatabase, type DatabaseLocation } from '../databases.js';
import { aNote, Note, noteTables } from '../note-tables.js';
import { extensionsOf, openTestDatabase, RecordingLog, type TestTables } from '../open-database.js';
import { until } from '../../until.js';

class AddPicture1700000000002 implements Migration {
  up(runner: QueryRunner): Promise<void> {
    return addColumn(runner, 'notes_note', {
      name: 'picture',
      spec: columns.text({ nullable: true }),
    });
  }
}

const notes: TestTables = { ...noteTables, contents: [{ table: 'notes_note', column: 'title' }] };
const newer: TestTables = { ...notes, migrations: [...notes.migrations, AddPicture1700000000002] };
class CreateOthers1700000000001 implements Migration {
  up(runner: QueryRunner): Promise<void> {
    return createTable(runner, { name: 'others_thing', columns: { id: columns.id() } });
  }
}

const others: TestTables = {
  module: 'others',
  entities: [],
  migrations: [CreateOthers1700000000001],
};
const old = new Date(Date.now() - 48 * 3_600_000);

describeEachDatabase('the sweeper', (database) => {
  async function open(location: DatabaseLocation, tables: readonly TestTables[]) {
    const log = new RecordingLog();
    const server = await openTestDatabase(location, tables, log);
    const blobs = new BlobFolder(settingsFrom({ env: location.env, home: location.dataDir }).blobs);
    await blobs.prepare(new Date());
    const host = { log, clock: () => new Date() } as unknown as HostInfo;
    const sweeper = new Sweeper(host, extensionsOf(tables), server, blobs);
    return {
      server,
      blobs,
      log,
      sweep: () => sweeper.sweep(new AbortController().signal),
      sweeper,
    };
  }

  async function oldContent(blobs: BlobFolder, text: string): Promise<string> {
    const { sha256 } = await blobs.put(Buffer.from(text));
    await utimes(blobs.paths.of(sha256), old, old);
    return sha256;
  }

  it('keeps exactly what rows point at', async () => {
    const { server, blobs, sweep } = await open(await database.create(), [notes]);
    const used = await oldContent(blobs, 'used');
    const unused = await oldContent(blobs, 'unused');
    await server.unitOfWork.run((manager) => manager.insert(Note, aNote({ title: used })));
    expect(await sweep()).toEqual({ aside: 1, back: 0, deleted: 0 });
    await utimes(blobs.paths.aside(unused), old, old);
    expect(await sweep()).toEqual({ aside: 0, back: 0, deleted: 1 });
    expect([await blobs.has(used), await blobs.has(unused)]).toEqual([true, false]);
    await server.close();
  });

  it('does nothing where rows may point at contents that it does not know: beside a newer version, without a module', async () => {
    const location = await database.create();
    // a server of the older version runs on, where the engine allows two
    const older = database.engine === 'postgres' ? await open(location, [notes]) : undefined;
    await (await openTestDatabase(location, [newer])).close();
    if (older !== undefined) {
      await oldContent(older.blobs, 'of the newer version');
      expect(await older.sweep()).toBeUndefined();
      await older.server.close();
    }
    await (await openTestDatabase(location, [newer, others])).close();
    const without = await open(location, [newer]);
    const content = await oldContent(without.blobs, 'of the module that is missing');
    expect(await without.sweep()).toBeUndefined();
    expect(without.log.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('not swept') }),
    );
    expect(await without.blobs.has(content)).toBe(true);
    await without.server.close();
  });

  it('goes on for as long as the server, also when a sweep fails, and not in a worker', async () => {
    const { server, sweeper, log } = await open(await database.create(), [notes]);
    await sweeper.run({ signal: new AbortController().signal, dedicated: true });
    const stop = new AbortController();
    const running = sweeper.run({ signal: stop.signal, dedicated: false });
    await server.close();
    stop.abort();
    await running;
    const closed = new AbortController();
    const failing = sweeper.run({ signal: closed.signal, dedicated: false });
    await until(() => log.lines.some(({ level }) => level === 'error'));
    closed.abort();
    await failing;
  });
});
