import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BlobFolder } from '../../../modules/persistence/server/blobs/blob-folder.js';
import { describeEachDatabase, type DatabaseLocation } from '../databases.js';
import { aNote, Note, noteTables } from '../note-tables.js';
import { openTestDatabase, type TestTables } from '../open-database.js';
import { aTask, backupIn, backupServiceOf, leftovers } from './backup-service.js';
import { jsonFile, readTar, withRows, writeTar, type TarFile } from './tar-files.js';

const tables: TestTables[] = [
  { ...noteTables, contents: [{ table: 'notes_note', column: 'title' }] },
];
const file = (name: string, content: string | Buffer = 'x', more: object = {}): TarFile => ({
  header: { name, type: 'file', ...more },
  content: Buffer.from(content),
});

describeEachDatabase('a file that is no backup, or no longer one', (database) => {
  let from: DatabaseLocation;
  let to: DatabaseLocation;
  let good: string;
  let files: TarFile[];

  beforeAll(async () => {
    from = await database.create();
    const blobs = new BlobFolder(join(from.dataDir, 'blobs'));
    await blobs.prepare(new Date());
    const { sha256 } = await blobs.put(Buffer.from('a content'));
    const server = await openTestDatabase(from, tables);
    await server.unitOfWork.run((manager) => manager.insert(Note, aNote({ title: sha256 })));
    await server.close();
    good = backupIn(from);
    await backupServiceOf(from, tables).backup({ file: good, rowsOnly: false }, aTask());
    files = await readTar(good);
  });

  beforeEach(async () => {
    to = await database.create();
  });

  const restore = (path: string): Promise<unknown> =>
    backupServiceOf(to, tables).restore({ file: path, force: false }, aTask());

  async function refuses(
    path: string,
    error: object = { code: 'backup_damaged', exit: 3 },
  ): Promise<void> {
    await expect(restore(path)).rejects.toMatchObject(error);
    // nothing is there
    await expect(backupServiceOf(to, tables).check({ fast: true }, aTask())).rejects.toMatchObject({
      code: 'no_data',
    });
    expect(await leftovers(to.dataDir)).toEqual([]);
  }

  const tar = (changed: readonly TarFile[]): Promise<string> =>
    writeTar(backupIn(from, 'bad.tar'), changed);
  const change = (name: string, content: (present: string) => string): TarFile[] =>
    files.map((entry) =>
      entry.header.name === name ? file(name, content(entry.content.toString())) : entry,
    );

  // how a file is read does not depend on the database
  if (database.engine === 'sqlite') {
    it('is cut off anywhere', async () => {
      const bytes = await readFile(good);
      const cut = backupIn(from, 'cut.tar');
      const end = bytes.lastIndexOf('totals.json');
      for (const length of [
        0,
        1,
        511,
        512,
        700,
        1024,
        Math.floor(bytes.length / 2),
        end,
        end + 512,
        end + 520,
      ]) {
        await writeFile(cut, bytes);
        await truncate(cut, length);
        await refuses(cut);
      }
      await writeFile(`${cut}.gz`, gzipSync(bytes).subarray(0, -30));
      await refuses(`${cut}.gz`);
    });

    it('has changed in any byte that counts', async () => {
      const bytes = await readFile(good);
      const used = bytes.lastIndexOf('}') + 1;
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: used - 1 }),
          fc.integer({ min: 1, max: 255 }),
          async (at, difference) => {
            const changed = Buffer.from(bytes);
            changed[at] = (changed[at] ?? 0) ^ difference;
            const path = backupIn(from, 'changed.tar');
            await writeFile(path, changed);
            const outcome = await restore(path).then(
              () => 'restored',
              (error: unknown) => (error as { code?: string }).code ?? String(error),
            );
            // padding and what a manifest says about itself may change without harm; then it is the same data
            expect([
              'backup_damaged',
              'copy_differs',
              'rows_refused',
              'blob_corrupt',
              'newer_data',
              'restore_impossible',
              'restored',
            ]).toContain(outcome);
            if (outcome !== 'restored') return;
            expect(
              (
                await backupServiceOf(to, tables).backup(
                  { file: backupIn(to, `${at}.tar`), rowsOnly: false },
                  aTask(),
                )
              ).tables,
            ).toEqual((JSON.parse(files.at(-1)!.content.toString()) as { tables: unknown }).tables);
            to = await database.create();
          },
        ),
        { numRuns: 60 },
      );
    });

    it.each<[string, () => TarFile[] | Promise<TarFile[]>]>([
      ['a foreign tar', () => [file('package/index.js')]],
      ['nothing', () => []],
      [
        'names that lead out of it',
        () => [...files.slice(0, -1), file('../../etc/passwd'), files.at(-1)!],
      ],
      ['absolute names', () => [...files.slice(0, -1), file('/etc/passwd'), files.at(-1)!]],
      [
        'tables that lead out of it',
        () => [...files.slice(0, -1), file('tables/../../x/000001.jsonl'), files.at(-1)!],
      ],
      [
        'a link',
        () => [
          files[0]!,
          file('blobs/x', '', { type: 'symlink', linkname: '/etc/passwd' }),
          ...files.slice(1),
        ],
      ],
      ['something after its end', () => [...files, file('blobs/' + 'a'.repeat(64))]],
      ['no manifest first', () => files.slice(1)],
      ['two manifests', () => [files[0]!, ...files]],
      ['a manifest that is no JSON', () => change('manifest.json', () => '{')],
      ['a manifest that is a list', () => change('manifest.json', () => '[]')],
      [
        'a manifest of another program',
        () => change('manifest.json', (text) => text.replace('svc-backup', 'xyz-backup')),
      ],
      [
        'a newer format',
        () => change('manifest.json', (text) => text.replace('"version": 1', '"version": 2')),
      ],
      [
        'tables with names of their own',
        () =>
          change('manifest.json', (text) =>
            text.replace('"notes_note"', '"notes_note\\"; DROP TABLE x"'),
          ),
      ],
      [
        'totals that are too large for numbers',
        () => change('totals.json', (text) => text.replace(/"rows": \d+/, '"rows": 1e999')),
      ],
      [
        'text that is not UTF-8',
        () =>
          files.map((entry) =>
            entry.header.name.endsWith('l')
              ? { ...entry, content: Buffer.from([0xff, 0x0a]) }
              : entry,
          ),
      ],
    ])('has %s', async (_what, make) => {
      await refuses(await tar(await make()));
    });
  }

  it('says one thing and holds another', async () => {
    await refuses(
      await tar(change('totals.json', (text) => text.replace(/"rows": 1\b/, '"rows": 2'))),
      { code: 'copy_differs' },
    );
    await refuses(
      await tar(change('totals.json', (text) => text.replace(/"count": 1\b/, '"count": 2'))),
      { code: 'copy_differs' },
    );
    await refuses(
      await tar(files.filter(({ header }) => !header.name.startsWith('tables/notes_note'))),
      { code: 'copy_differs' },
    );
    await refuses(
      await tar(
        files.map((entry) =>
          entry.header.name.startsWith('blobs/')
            ? { ...entry, content: Buffer.from('A content') }
            : entry,
        ),
      ),
      {
        code: 'blob_corrupt',
      },
    );
    const withoutBlobs = files.filter(({ header }) => !header.name.startsWith('blobs/'));
    const totals = JSON.parse(files.at(-1)!.content.toString()) as object;
    // contents of the attempts before are still there, until they are swept
    to = await database.create();
    const none = jsonFile('totals.json', { ...totals, blobs: { count: 0, bytes: 0 } });
    await refuses(await tar([...withoutBlobs.slice(0, -1), none]), { code: 'restore_impossible' });
  });

  it('has rows that their table does not take', async () => {
    const row = JSON.parse(
      files.find(({ header }) => header.name.startsWith('tables/notes_note'))!.content.toString(),
    ) as unknown[];
    const bad: unknown[][] = [
      row.slice(1),
      [...row, 1],
      row.map(() => null),
      row.map(() => ({ $ne: 1 })),
      row.map(() => "'; DROP TABLE notes_note; --"),
    ];
    for (const values of bad)
      await refuses(await withRows(good, 'notes_note', [JSON.stringify(values)]), {
        code: 'rows_refused',
      });
    await refuses(await withRows(good, 'notes_note', [JSON.stringify(row), JSON.stringify(row)]), {
      code: 'rows_refused',
    });
    await refuses(await withRows(good, 'notes_note', ['{"not":"a list"}']), {
      code: 'rows_refused',
    });
    await refuses(await withRows(good, 'notes_note', ['not JSON']), { code: 'rows_refused' });
    // the same values, written in another way: what is read back does not agree
    await refuses(
      await withRows(good, 'notes_note', [JSON.stringify(row, null, 1).replaceAll('\n', '')]),
      { code: 'copy_differs' },
    );
  });

  it('claims to be larger than anything that is read at once', async () => {
    const header = Buffer.alloc(512);
    header.write('manifest.json', 0);
    header.write('0000600\0', 100);
    header.write('77777777777\0', 124);
    header.write('        ', 148);
    header.write('0', 156);
    header.write('ustar\0' + '00', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const path = backupIn(from, 'large.tar');
    await writeFile(path, header);
    await refuses(path);
    // a kilobyte of file, a gigabyte of manifest
    await writeFile(
      `${path}.gz`,
      gzipSync(Buffer.concat([header, Buffer.alloc(64 * 1024 * 1024)])),
    );
    await refuses(`${path}.gz`);
  });

  it('is not there', async () => {
    await refuses(backupIn(from, 'absent.tar'), { code: 'not_found' });
    await refuses(from.dataDir);
  });

  it('unlike the good one', async () => {
    await restore(good);
    expect(await backupServiceOf(to, tables).check({ fast: false }, aTask())).toMatchObject({
      problems: [],
    });
  });
});
