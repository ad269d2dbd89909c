import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { isSound } from '../../../modules/persistence/server/blobs/blob-inspection.js';
import { BlobFolder } from '../../../modules/persistence/server/blobs/blob-folder.js';
import { describeEachDatabase, type DatabaseLocation } from '../databases.js';
import { aNote, Note, noteTables } from '../note-tables.js';
import { openTestDatabase, type TestTables } from '../open-database.js';
import { aTask, backupIn, backupServiceOf } from './backup-service.js';

const tables: TestTables[] = [
  { ...noteTables, contents: [{ table: 'notes_note', column: 'title' }] },
];

describeEachDatabase('the contents of a blob store elsewhere', (database) => {
  let from: DatabaseLocation;
  let stored: { sha256: string; size: number }[];

  async function blobsIn({ env, dataDir }: DatabaseLocation): Promise<BlobFolder> {
    const blobs = new BlobFolder(
      env['SVC_BLOB_URL']?.slice('file:'.length) ?? join(dataDir, 'blobs'),
    );
    await blobs.prepare(new Date());
    return blobs;
  }

  /** A place whose contents are not in its data folder. */
  async function location(): Promise<DatabaseLocation> {
    const [here, elsewhere] = [await database.create(), await database.create()];
    return {
      ...here,
      env: { ...here.env, SVC_BLOB_URL: `file:${join(elsewhere.dataDir, 'contents')}` },
    };
  }

  const soundIn = async (there: DatabaseLocation): Promise<boolean[]> => {
    const blobs = await blobsIn(there);
    return Promise.all(
      stored.map(async ({ sha256 }) => (await blobs.has(sha256)) && isSound(blobs, sha256)),
    );
  };

  beforeEach(async () => {
    from = await location();
    const texts = ['', 'one', 'one more', 'x'.repeat(3 * 1024 * 1024)];
    stored = [...(await (await blobsIn(from)).putAll(texts.map((text) => Buffer.from(text))))];
    const server = await openTestDatabase(from, tables);
    await server.unitOfWork.run((manager) =>
      manager.insert(
        Note,
        stored.map(({ sha256 }) => aNote({ title: sha256 })),
      ),
    );
    await server.close();
  });

  const backup = async (name: string, rowsOnly = false) => {
    const file = backupIn(from, name);
    return { file, tally: await backupServiceOf(from, tables).backup({ file, rowsOnly }, aTask()) };
  };

  it('are in a backup and come back, into the blob store of the other place', async () => {
    const { file, tally } = await backup('all.tar.gz');
    expect(tally.blobs).toEqual({
      count: 4,
      bytes: stored.reduce((sum, { size }) => sum + size, 0),
    });
    const to = await location();
    expect(await backupServiceOf(to, tables).restore({ file, force: false }, aTask())).toEqual(
      tally,
    );
    expect(await soundIn(to)).toEqual([true, true, true, true]);
  });

  it('replace what is damaged there', async () => {
    const { file } = await backup('all.tar');
    const to = await location();
    const blobs = await blobsIn(to);
    await blobs.put(Buffer.from('one'));
    await writeFile(blobs.paths.of(stored[1]!.sha256), 'eno');
    await writeFile(blobs.paths.aside(stored[2]!.sha256), 'damaged and about to be deleted');
    await backupServiceOf(to, tables).restore({ file, force: false }, aTask());
    expect(await soundIn(to)).toEqual([true, true, true, true]);
  });

  it('are missed where only rows are restored, and that is said', async () => {
    const { file, tally } = await backup('rows.tar', true);
    expect(tally.blobs).toEqual({ count: 0, bytes: 0 });
    const to = await location();
    const task = aTask();
    await backupServiceOf(to, tables).restore({ file, force: false }, task);
    expect(task.warnings).toEqual([expect.stringContaining('4 contents')]);
    const same = { ...(await database.create()) };
    const beside = { ...same, env: { ...same.env, SVC_BLOB_URL: from.env['SVC_BLOB_URL']! } };
    const silent = aTask();
    await backupServiceOf(beside, tables).restore({ file, force: false }, silent);
    expect(silent.warnings).toEqual([]);
  });

  it('move along when a target is named, and stay where they are otherwise', async () => {
    const stays = await database.create();
    const tally = await backupServiceOf(from, tables).move(
      { from: from.url, to: stays.url },
      aTask(),
    );
    expect(await soundIn(stays)).toEqual([false, false, false, false]);
    const goes = await database.create();
    const blobs = `file:${join(goes.dataDir, 'blobs')}`;
    expect(
      await backupServiceOf(from, tables).move({ from: from.url, to: goes.url, blobs }, aTask()),
    ).toEqual(tally);
    expect(await soundIn(goes)).toEqual([true, true, true, true]);
    expect(await soundIn(from)).toEqual([true, true, true, true]);
  });

  it('keep a move from happening when one of them is damaged', async () => {
    const blobs = await blobsIn(from);
    await writeFile(blobs.paths.of(stored[1]!.sha256), 'eno');
    const to = await database.create();
    await expect(
      backupServiceOf(from, tables).move({ from: from.url, to: to.url }, aTask()),
    ).rejects.toMatchObject({ code: 'blob_corrupt' });
    await expect(backupServiceOf(to, tables).check({ fast: true }, aTask())).rejects.toMatchObject({
      code: 'no_data',
    });
  });

  it.each([
    [{ from: 'mysql://u:secret@h/d' }, '--from'],
    [{ to: 'nothing' }, '--to'],
    [{ blobs: 'ftp://host' }, '--blobs'],
  ])('and invalid addresses are named: %j', async (wrong, name) => {
    const to = await database.create();
    const request = { from: from.url, to: to.url, ...wrong };
    const error: unknown = await backupServiceOf(from, tables)
      .move(request, aTask())
      .catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: 'bad_setting', message: expect.stringContaining(name) });
    expect(String(error)).not.toContain('secret');
  });
});
