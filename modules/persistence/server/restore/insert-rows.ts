import { types } from 'node:util';
import { invalidInput, isSvcError } from 'svc-registry/kernel';
import { batches } from '../../../../toolbox/batches.js';
import { rowsRefused } from '../../contract/data-errors.js';
import type { Replacement } from '../database-engine.js';
import { quoted } from '../snapshot/catalog.js';
import type { StoredTable } from '../snapshot/stored-tables.js';
import { writeValue } from '../snapshot/values.js';

/** PostgreSQL accepts 65,535, SQLite half as many. */
const MAX_PARAMETERS = 10_000;

/** Writes rows as `readRows` reads them. */
export async function insertRows(
  target: Replacement,
  table: StoredTable,
  lines: readonly string[],
): Promise<void> {
  const rowsAtOnce = Math.max(1, Math.floor(MAX_PARAMETERS / table.columns.length));
  for (const some of batches(lines, rowsAtOnce)) {
    try {
      await insert(target, table, some);
    } catch (error) {
      // a full disk or a lost connection is not the rows' fault
      if (isSvcError(error) && !invalidInput.is(error)) throw error;
      const why = types.isNativeError(error) ? error.message : String(error);
      throw rowsRefused(
        { table: table.name, first: keyOf(table, some[0]), last: keyOf(table, some.at(-1)), why },
        { cause: error },
      );
    }
  }
}

async function insert(
  { runner, kind, catalog }: Replacement,
  table: StoredTable,
  lines: readonly string[],
): Promise<void> {
  const parameters: unknown[] = [];
  const rows = lines.map((line) => {
    const values = valuesOf(line, table);
    return values.map((value, at) => {
      parameters.push(writeValue(table.columns[at]?.kind ?? 'text', value, kind));
      return catalog.parameter(parameters.length);
    });
  });
  const columns = table.columns.map(({ name }) => quoted(name)).join(', ');
  await runner.query(
    `INSERT INTO ${quoted(table.name)} (${columns}) VALUES ${rows.map((row) => `(${row.join(', ')})`).join(', ')}`,
    parameters,
  );
}

function valuesOf(line: string, { columns }: StoredTable): unknown[] {
  const values: unknown = JSON.parse(line);
  if (!Array.isArray(values) || values.length !== columns.length)
    throw new TypeError('a row does not have the columns of its table');
  return values;
}

function keyOf(table: StoredTable, line = ''): string {
  try {
    const values = valuesOf(line, table);
    return table.key.map((column) => String(values[table.columns.indexOf(column)])).join(', ');
  } catch {
    return 'unreadable';
  }
}
