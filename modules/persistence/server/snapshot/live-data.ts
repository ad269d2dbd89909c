import type { ColumnName } from '../../contract/references.js';
import type { BlobFolder } from '../blobs/blob-folder.js';
import { storedBlob } from '../blobs/blob-inspection.js';
import type { DatabaseView } from './database-view.js';
import type { DataStream } from './data-stream.js';
import { readRows } from './read-rows.js';
import type { Inventory } from './stored-tables.js';
import { RowCount, type TableTally } from './tally.js';

export interface LiveParts {
  /** Columns that hold hashes of contents. */
  readonly references: readonly ColumnName[];
  /** The blob store; without it, only rows are read. */
  readonly blobs: BlobFolder | undefined;
  readonly product: string;
  readonly at: Date;
}

/** The data of a database and its blob store. Each part is read only when it is requested. */
export function liveData(view: DatabaseView, inventory: Inventory, parts: LiveParts): DataStream {
  const { migrations, absent } = inventory;
  const tables = inventory.tables.map(({ name, columns }) => ({
    name,
    columns: columns.map((column) => column.name),
  }));
  const { product, at, blobs } = parts;
  const head = {
    product,
    at: at.toISOString(),
    engine: view.kind,
    rowsOnly: blobs === undefined,
    migrations,
    tables,
    absent,
  };
  return { head, parts: partsOf(view, inventory, parts) };
}

async function* partsOf(
  view: DatabaseView,
  inventory: Inventory,
  { blobs, references }: LiveParts,
): DataStream['parts'] & AsyncGenerator {
  const tables: TableTally[] = [];
  for (const table of inventory.tables) {
    const count = new RowCount(table.name);
    for await (const lines of readRows(view, table)) {
      count.add(lines);
      yield { kind: 'rows', table: table.name, lines };
    }
    tables.push(count.tally());
  }
  const total = { count: 0, bytes: 0 };
  if (blobs !== undefined) {
    for await (const page of view.catalog.distinct(
      view.runner,
      presentColumns(references, inventory),
    )) {
      for (const sha256 of page) {
        const blob = await storedBlob(blobs, sha256);
        total.count += 1;
        total.bytes += blob.size;
        yield { kind: 'blob', ...blob };
      }
    }
  }
  yield { kind: 'totals', totals: { tables, blobs: total } };
}

/** The columns that exist: a database of an older version may lack some. */
export function presentColumns(
  columns: readonly ColumnName[],
  { tables }: Inventory,
): ColumnName[] {
  const present = new Map(
    tables.map(({ name, columns: own }) => [name, new Set(own.map((column) => column.name))]),
  );
  return columns.filter(({ table, column }) => present.get(table)?.has(column) === true);
}
