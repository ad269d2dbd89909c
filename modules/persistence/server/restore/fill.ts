import type { DataTally, DataTask } from 'svc-registry/kernel';
import { copyDiffers, newerData, restoreImpossible } from '../../contract/data-errors.js';
import type { Replacement } from '../database-engine.js';
import { createMigrationsTable, keyOf } from '../migration-log.js';
import { apply, migrationsOf, unknownOf, withoutThose } from '../migrations.js';
import type { ModuleTables } from '../module-tables.js';
import { quoted } from '../snapshot/catalog.js';
import type { DataHead, DataStream } from '../snapshot/data-stream.js';
import { takeInventory, type StoredTable } from '../snapshot/stored-tables.js';
import { RowCount, tallyOf, type TableTally } from '../snapshot/tally.js';
import type { BlobWriter } from './blob-writer.js';
import { insertRows } from './insert-rows.js';

export interface Filling {
  readonly target: Replacement;
  readonly modules: readonly ModuleTables[];
  readonly blobs: BlobWriter;
  readonly now: Date;
  readonly task: DataTask;
}

/**
 * Fills a new database: creates the tables in the version of the backup, inserts the rows, reads them back for
 * comparison, and then applies the newer migrations. All of it is invisible until the target is committed.
 */
export async function fill({ head, parts }: DataStream, filling: Filling): Promise<DataTally> {
  const { target, modules, now } = filling;
  refuseUnknown(head, modules);
  const newer = await createTables(head, filling);
  const tables = matchedTables(head, (await takeInventory(target, modules)).tables);
  await target.beginRows();
  for (const name of tables.keys()) await empty(target, name);
  const totals = await receive(parts, tables, filling);
  await target.endRows([...tables.values()]).catch((error: unknown) => {
    throw restoreImpossible(
      { why: 'rows refer to rows that are not there', hint: 'Use another backup.' },
      { cause: error },
    );
  });
  await compare(filling, tables, totals.tables);
  for (const migration of newer) await apply(migration, target.runner, now.toISOString());
  for (const { derived } of modules) await derived?.fill(target.runner.manager, target.kind);
  return totals;
}

/**
 * Removes rows that a migration has written, because the data's own rows replace them. An empty table is skipped: an
 * append-only one refuses any DELETE.
 */
async function empty({ runner }: Replacement, table: string): Promise<void> {
  const rows = (await runner.query(`SELECT 1 FROM ${quoted(table)} LIMIT 1`)) as readonly unknown[];
  if (rows.length > 0) await runner.query(`DELETE FROM ${quoted(table)}`);
}

function refuseUnknown({ migrations, absent }: DataHead, modules: readonly ModuleTables[]): void {
  const unknown = unknownOf(migrations, modules);
  if (unknown.length > 0) throw newerData({ unknown: unknown.map(keyOf) });
  const known = new Set([...absent, ...modules.map(({ module }) => module)]);
  const missing = new Set(
    migrations.map(({ module }) => module).filter((module) => !known.has(module)),
  );
  if (missing.size === 0) return;
  const why = `they hold tables of modules that are not loaded here: ${[...missing].join(', ')}`;
  throw restoreImpossible({
    why,
    hint: 'Name these modules in the config.json of the data folder.',
  });
}

/** Creates the tables in the version of the data; returns the newer migrations. */
async function createTables({ migrations }: DataHead, { target, modules }: Filling) {
  await createMigrationsTable(target.runner);
  const all = modules.flatMap(migrationsOf);
  const newer = withoutThose(all, migrations);
  const appliedAt = new Map(migrations.map((migration) => [keyOf(migration), migration.appliedAt]));
  for (const migration of all) {
    const at = appliedAt.get(keyOf(migration));
    if (at !== undefined) await apply(migration, target.runner, at);
  }
  return newer;
}

function matchedTables(
  { tables }: DataHead,
  present: readonly StoredTable[],
): ReadonlyMap<string, StoredTable> {
  const byName = new Map(present.map((table) => [table.name, table]));
  return new Map(
    tables.map(({ name, columns }) => {
      const table = byName.get(name);
      const same =
        table !== undefined && columns.join() === table.columns.map((column) => column.name).join();
      const why =
        table === undefined
          ? `there is no table "${name}" here`
          : `the table "${name}" has other columns here`;
      if (!same)
        throw restoreImpossible({
          why,
          hint: 'Use the version of the program, and of its modules, that wrote them.',
        });
      return [name, table];
    }),
  );
}

async function receive(
  parts: DataStream['parts'],
  tables: ReadonlyMap<string, StoredTable>,
  { target, blobs, task }: Filling,
): Promise<DataTally> {
  const counts = new Map([...tables.keys()].map((name) => [name, new RowCount(name)]));
  let totals: DataTally | undefined;
  for await (const part of parts) {
    task.signal.throwIfAborted();
    if (part.kind === 'totals') totals = part.totals;
    else if (part.kind === 'blob') {
      task.progress.step(`content ${part.sha256}`);
      await blobs.add(part);
    } else {
      const table = tables.get(part.table);
      if (table === undefined)
        throw restoreImpossible({
          why: `there is no table "${part.table}"`,
          hint: 'Use another backup.',
        });
      task.progress.step(part.table);
      counts.get(part.table)?.add(part.lines);
      await insertRows(target, table, part.lines);
    }
  }
  await blobs.flush();
  if (totals === undefined) throw new Error('the data are incomplete');
  requireEqual(
    [...counts.values()].map((count) => count.tally()),
    totals.tables,
  );
  if (JSON.stringify(totals.blobs) !== JSON.stringify(blobs.total))
    throw copyDiffers({ tables: ['the contents'] });
  return totals;
}

async function compare(
  { target, task }: Filling,
  tables: ReadonlyMap<string, StoredTable>,
  totals: readonly TableTally[],
): Promise<void> {
  const written: TableTally[] = [];
  for (const table of tables.values()) {
    task.signal.throwIfAborted();
    task.progress.step(`comparing ${table.name}`);
    written.push(await tallyOf(target, table));
  }
  requireEqual(written, totals);
}

function requireEqual(found: readonly TableTally[], wanted: readonly TableTally[]): void {
  const textOf = ({ table, rows, sha256 }: TableTally): string => `${table} ${rows} ${sha256}`;
  const texts = new Set(wanted.map(textOf));
  const names = new Set(found.map(({ table }) => table));
  const different = found.filter((tally) => !texts.has(textOf(tally))).map(({ table }) => table);
  const unseen = wanted.map(({ table }) => table).filter((table) => !names.has(table));
  if (different.length + unseen.length > 0)
    throw copyDiffers({ tables: [...different, ...unseen] });
}
