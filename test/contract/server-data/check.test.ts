import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../modules/persistence/contract/db.js';
import { BlobFolder } from '../../../modules/persistence/server/blobs/blob-folder.js';
import { changeRows } from '../../e2e/registry-server.js';
import { describeEachDatabase, type DatabaseLocation } from '../databases.js';
import { aNote, Line, Note, noteTables } from '../note-tables.js';
import { openTestDatabase, type TestTables } from '../open-database.js';
import { aTask, backupServiceOf } from './backup-service.js';

class CreateTags1700000000001 implements Migration {
  up(runner: QueryRunner): Promise<void> {
    return createTable(runner, {
      name: 'tags_tag',
      columns: { id: columns.id(), note_id: columns.id({ nullable: true }) },
    });
  }
}

const notes: TestTables = { ...noteTables, contents: [{ table: 'notes_note', column: 'title' }] };
const tags: TestTables = {
  module: 'tags',
  entities: [],
  migrations: [CreateTags1700000000001],
  rows: [{ table: 'tags_tag', column: 'note_id', to: { table: 'notes_note', column: 'id' } }],
};
const tables = [notes, tags];

describeEachDatabase('a check', (database) => {
  let location: DatabaseLocation;
  let blobs: BlobFolder;
  let stored: string;

  beforeEach(async () => {
    location = await database.create();
    blobs = new BlobFolder(join(location.dataDir, 'blobs'));
    await blobs.prepare(new Date());
    stored = (await blobs.put(Buffer.from('a content'))).sha256;
    const server = await openTestDatabase(location, tables);
    const id = crypto.randomUUID();
    await server.unitOfWork.run(async (manager) => {
      await manager.insert(Note, aNote({ id, title: stored }));
      await manager.insert(Line, { id: crypto.randomUUID(), noteId: id });
      await manager.query(
        `INSERT INTO tags_tag (id, note_id) VALUES ('${crypto.randomUUID()}', '${id}')`,
      );
      await manager.query(
        `INSERT INTO tags_tag (id, note_id) VALUES ('${crypto.randomUUID()}', NULL)`,
      );
    });
    await server.close();
  });

  const check = (fast = false, modules = tables) =>
    backupServiceOf(location, modules).check({ fast }, aTask());
  const backup = () =>
    backupServiceOf(location, tables).backup(
      { file: join(location.dataDir, 'b.tar'), rowsOnly: false },
      aTask(),
    );

  it('finds nothing where all is well, and counts what is not referred to', async () => {
    await blobs.put(Buffer.from('not referred to'));
    await writeFile(join(blobs.paths.temporary, 'half'), '');
    await writeFile(blobs.paths.aside('0'.repeat(64)), '');
    expect(await check()).toEqual({
      problems: [],
      notes: [
        '1 contents are referred to; 1 are not, and 1 wait for their deletion.',
        '1 contents are being written, or their writing was cut off.',
      ],
    });
  });

  it('works while the server runs', async () => {
    const server = await openTestDatabase(location, tables);
    expect((await check()).problems).toEqual([]);
    await server.close();
  });

  it('counts a content that waits for its deletion as there', async () => {
    await rename(blobs.paths.of(stored), blobs.paths.aside(stored));
    expect((await check()).problems).toEqual([]);
  });

  it('finds a content that is missing, and who refers to it', async () => {
    await rm(blobs.paths.of(stored));
    const problem = `The content ${stored} is missing (notes_note.title, rows: 1): take blobs/${stored} from a backup.`;
    expect((await check(true)).problems).toEqual([problem]);
    await expect(backup()).rejects.toMatchObject({ code: 'blob_missing' });
  });

  it('finds a content that has changed, unless it is not to read them', async () => {
    await writeFile(blobs.paths.of(stored), 'A content');
    expect((await check(true)).problems).toEqual([]);
    expect((await check()).problems).toEqual([expect.stringContaining(`${stored} is damaged`)]);
    await expect(backup()).rejects.toMatchObject({ code: 'blob_corrupt' });
  });

  it('finds contents that are not files, and folders that are not folders', async () => {
    await rm(blobs.paths.of(stored));
    await mkdir(blobs.paths.of(stored));
    expect((await check()).problems).toEqual([
      expect.stringContaining(`${stored} cannot be read (EISDIR)`),
    ]);
    const shard = dirname(blobs.paths.of(stored));
    await rm(shard, { recursive: true });
    await writeFile(shard, '');
    expect((await check(true)).problems).toEqual([
      expect.stringContaining(`${stored} cannot be read (ENOTDIR)`),
      `The folder ${shard} cannot be read (ENOTDIR).`,
    ]);
  });

  it('finds rows without a matching row of another module', async () => {
    await changeRows(
      location,
      `UPDATE tags_tag SET note_id = '${crypto.randomUUID()}' WHERE note_id IS NOT NULL`,
    );
    expect((await check()).problems).toEqual([
      '1 row of tags_tag.note_id without a matching row in notes_note.id: delete it, or restore a backup.',
    ]);
  });

  it('finds migrations of a newer version, and notes those to come and modules that are not loaded', async () => {
    expect((await check(true, [{ ...notes, migrations: [] }, tags])).problems).toEqual([
      expect.stringContaining('notes/CreateNotes1700000000001'),
    ]);
    await changeRows(location, `DELETE FROM svc_migrations WHERE module = 'tags'`);
    expect((await check(true)).notes).toEqual([
      expect.stringMatching(/^1 migrations are not applied/),
      expect.anything(),
    ]);
    expect((await check(true, [tags])).notes).toContain(
      'The module "notes" has tables here and is not loaded: they are neither checked nor backed up.',
    );
  });

  if (database.engine === 'sqlite') {
    it('finds rows without the row that they belong to, and a damaged file', async () => {
      await changeRows(location, `DELETE FROM notes_note`);
      expect((await check()).problems).toContain(
        'Rows refer to rows that do not exist (notes_line → notes_note): restore a backup.',
      );
    });

    it.each<[string, (bytes: Buffer) => Buffer]>([
      [
        'is something else',
        () => Buffer.from('not a database, but more than a hundred bytes of it '.repeat(30)),
      ],
      ['is cut off', (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2))],
      ['has lost a page of its catalogue', (bytes) => Buffer.from(bytes.fill(0xff, 100, 4096))],
      ['has lost its rows', (bytes) => Buffer.from(bytes.fill(0xff, 4096 * 4))],
    ])('finds that the file %s', async (_what, damage) => {
      const file = join(location.dataDir, 'registry.db');
      await writeFile(file, damage(await readFile(file)));
      expect((await check()).problems).toContainEqual(
        expect.stringMatching(/damaged|not an SQLite database/),
      );
    });

    it('finds a damaged file', async () => {
      const file = join(location.dataDir, 'registry.db');
      const bytes = await readFile(file);
      // one of the two places where it stands: the row, or the index
      bytes.write('1999', bytes.lastIndexOf('2026-01-02T03:04:05.678Z'));
      await writeFile(file, bytes);
      expect((await check()).problems).toContainEqual(
        expect.stringMatching(/^The database file is damaged \(.*notes_note_created_at_idx/),
      );
    });
  }
});
