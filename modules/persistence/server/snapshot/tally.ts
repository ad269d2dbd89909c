import { createHash } from 'node:crypto';
import type { DataTally } from 'svc-registry/kernel';
import type { DatabaseView } from './database-view.js';
import { readRows } from './read-rows.js';
import type { StoredTable } from './stored-tables.js';

export type TableTally = DataTally['tables'][number];

/** Counts and hashes the rows of a table as they are read. */
export class RowCount {
  #rows = 0;
  readonly #hash = createHash('sha256');

  constructor(private readonly table: string) {}

  add(lines: readonly string[]): void {
    this.#rows += lines.length;
    for (const line of lines) this.#hash.update(line).update('\n');
  }

  /** Call once, at the end. */
  tally(): TableTally {
    return { table: this.table, rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

export async function tallyOf(view: DatabaseView, table: StoredTable): Promise<TableTally> {
  const count = new RowCount(table.name);
  for await (const lines of readRows(view, table)) count.add(lines);
  return count.tally();
}
