import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { BlobFolder } from '../../../modules/persistence/server/blobs/blob-folder.js';
import { until } from '../../until.js';
import { describeEachDatabase, type DatabaseLocation } from '../databases.js';
import { aNote, Line, Note, noteTables } from '../note-tables.js';
import { openTestDatabase, type TestTables } from '../open-database.js';
import { aTask, backupIn, backupServiceOf } from './backup-service.js';

const tables: TestTables[] = [
  { ...noteTables, contents: [{ table: 'notes_note', column: 'title' }] },
];

const ends = ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];

async function blobsOf({ dataDir }: DatabaseLocation): Promise<BlobFolder> {
  const blobs = new BlobFolder(join(dataDir, 'blobs'));
  await blobs.prepare(new Date());
  return blobs;
}

describeEachDatabase('a backup beside a server that is written to', (database) => {
  it('holds every unit that was acknowledged before, no half of any, and all contents', async () => {
    const location = await database.create();
    const server = await openTestDatabase(location, tables);
    const blobs = await blobsOf(location);
    const acknowledged: string[] = [];
    const stop = new AbortController();
    for (const id of ends) {
      const { sha256 } = await blobs.put(Buffer.from(id));
      await server.unitOfWork.run((manager) => manager.insert(Note, aNote({ id, title: sha256 })));
    }

    /** A note with its content and its line, and a change of the first and the last row: all of it or nothing. */
    const write = async (id: string): Promise<void> => {
      const { sha256 } = await blobs.put(Buffer.from(`content of ${id}`));
      await server.unitOfWork.run(async (manager) => {
        for (const end of ends) await manager.increment(Note, { id: end }, 'version', 1);
        await manager.insert(Note, aNote({ id, title: sha256 }));
        await manager.insert(Line, { id: crypto.randomUUID(), noteId: id });
      });
      acknowledged.push(id);
    };
    const writing = async (): Promise<void> => {
      while (!stop.signal.aborted) await write(crypto.randomUUID());
    };
    const writers = [writing(), writing(), writing()];

    const files: { file: string; before: readonly string[] }[] = [];
    for (const name of ['1.tar', '2.tar.gz', '3.tar']) {
      const earlier = acknowledged.length;
      await until(() => acknowledged.length > earlier);
      const before = [...acknowledged];
      const file = backupIn(location, name);
      await backupServiceOf(location, tables).backup({ file, rowsOnly: false }, aTask());
      files.push({ file, before });
    }
    stop.abort();
    await Promise.all(writers);
    await server.close();

    for (const { file, before } of files) {
      expect(before.length).toBeGreaterThan(0);
      const to = await database.create();
      await backupServiceOf(to, tables).restore({ file, force: false }, aTask());
      expect(await backupServiceOf(to, tables).check({ fast: false }, aTask())).toMatchObject({
        problems: [],
      });
      const restored = await openTestDatabase(to, tables);
      const notes = await restored.reads.manager.find(Note);
      const lines = await restored.reads.manager.find(Line);
      await restored.close();
      const ids = new Set(notes.map(({ id }) => id));
      expect(before.filter((id) => !ids.has(id))).toEqual([]);
      expect(lines.map(({ noteId }) => noteId).sort()).toEqual(
        [...ids].filter((id) => !ends.includes(id)).sort(),
      );
      const [first, last] = ends.map((end) => notes.find(({ id }) => id === end)?.version);
      expect(first).toBe(last);
      expect(first).toBe(lines.length + 1);
    }
  });
});
