import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataTally } from 'svc-registry/kernel';
import {
  describeEachDatabase,
  describeOnPostgres,
  describeOnSqlite,
  type DatabaseLocation,
  type TestDatabase,
} from '../databases.js';
import { openTestDatabase } from '../open-database.js';
import { aTask, backupIn, backupServiceOf } from './backup-service.js';
import { anyRows, kindsTables, KindsRow } from './kinds-table.js';

const tables = [kindsTables];

async function filled(
  database: TestDatabase,
  rows: readonly KindsRow[],
): Promise<DatabaseLocation> {
  const location = await database.create();
  const server = await openTestDatabase(location, tables);
  await server.unitOfWork.run((manager) => manager.insert(KindsRow, [...rows]));
  await server.close();
  return location;
}

async function rowsIn(location: DatabaseLocation): Promise<KindsRow[]> {
  const server = await openTestDatabase(location, tables);
  const rows = await server.reads.manager.find(KindsRow);
  await server.close();
  return rows;
}

/** In the order of their keys, as text: members of objects have no order. */
const asText = (rows: readonly KindsRow[]): string[] =>
  rows.map((row) => JSON.stringify(sorted(row))).sort();

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

const packed = (location: DatabaseLocation): Promise<DataTally> =>
  backupServiceOf(location, tables).backup(
    { file: backupIn(location, 'again.tar'), rowsOnly: false },
    aTask(),
  );

describeEachDatabase('a backup', (database) => {
  it('brings every row back as it was, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(anyRows, async (rows) => {
        const [from, to] = [await filled(database, rows), await database.create()];
        const file = backupIn(from, 'backup.tar.gz');
        const written = await backupServiceOf(from, tables).backup(
          { file, rowsOnly: false },
          aTask(),
        );
        const restored = await backupServiceOf(to, tables).restore({ file, force: false }, aTask());
        expect(restored).toEqual(written);
        expect(written.tables).toEqual([
          { table: 'kinds_row', rows: rows.length, sha256: expect.any(String) },
        ]);
        expect(asText(await rowsIn(to))).toEqual(asText(rows));
        expect(await packed(to)).toEqual(written);
      }),
      { numRuns: 12 },
    );
  });
});

describeOnSqlite('a move', (sqlite) => {
  describeOnPostgres('to PostgreSQL and back', (postgres) => {
    it('keeps every row and every checksum', async () => {
      await fc.assert(
        fc.asyncProperty(anyRows, async (rows) => {
          const [first, second, third] = [
            await filled(sqlite, rows),
            await postgres.create(),
            await sqlite.create(),
          ];
          const there = await backupServiceOf(first, tables).move(
            { from: first.url, to: second.url },
            aTask(),
          );
          const back = await backupServiceOf(first, tables).move(
            { from: second.url, to: third.url },
            aTask(),
          );
          expect(back).toEqual(there);
          expect(there.tables[0]?.rows).toBe(rows.length);
          expect(asText(await rowsIn(second))).toEqual(asText(rows));
          expect(asText(await rowsIn(third))).toEqual(asText(rows));
          expect(await packed(first)).toEqual(there);
        }),
        { numRuns: 12 },
      );
    });

    it('names the row that PostgreSQL cannot hold, and leaves nothing there', async () => {
      const good = fc.sample(anyRows, { numRuns: 20, seed: 1 }).flat()[0]!;
      const from = await filled(sqlite, [Object.assign(good, { path: 'bad', note: 'a\0b' })]);
      const to = await postgres.create();
      await expect(
        backupServiceOf(from, tables).move({ from: from.url, to: to.url }, aTask()),
      ).rejects.toMatchObject({
        code: 'rows_refused',
        message: expect.stringContaining(
          `table "kinds_row", from "${good.id}, bad, ${good.number}"`,
        ),
      });
      expect(await rowsIn(to)).toEqual([]);
    });
  });
});
