import { types } from 'node:util';
import { rowUnreadable } from '../../contract/data-errors.js';
import { quoted } from './catalog.js';
import type { DatabaseView } from './database-view.js';
import type { StoredTable } from './stored-tables.js';
import { readValue } from './values.js';

type Texts = readonly (string | null)[];

const PAGE_BYTES = 1024 * 1024;
const MAX_ROWS = 1000;

/**
 * The rows of a table in the order of its key, a page at a time. Each row is one line of JSON, the list of its values
 * in the order of the columns' names. A page has about a megabyte, regardless of the length of the rows.
 */
export async function* readRows(
  view: DatabaseView,
  table: StoredTable,
): AsyncGenerator<readonly string[]> {
  const statement = pageStatement(view, table);
  let after: Texts = [];
  for (let wanted = 10; ;) {
    const rows = await readPage(view, statement(after.length > 0, wanted), after);
    if (rows.length === 0) return;
    const lines = rows.map((texts) => lineOf(table, texts));
    yield lines;
    if (rows.length < wanted) return;
    const last = rows.at(-1) as Texts;
    after = table.key.map((column) => last[table.columns.indexOf(column)] ?? null);
    const average = lines.reduce((sum, { length }) => sum + length, 0) / lines.length;
    wanted = Math.min(MAX_ROWS, Math.max(1, Math.floor(PAGE_BYTES / average)));
  }
}

async function readPage(
  { runner }: DatabaseView,
  statement: string,
  after: Texts,
): Promise<Texts[]> {
  const rows = (await runner.query(statement, [...after])) as Record<string, string | null>[];
  return rows.map((row) => Object.values(row));
}

/** Continues after the key of the last row instead of using an offset, so that each page costs the same. */
function pageStatement(
  { catalog }: DatabaseView,
  { name, columns, key }: StoredTable,
): (later: boolean, rows: number) => string {
  // aliases, because ORDER BY prefers a result column to a table column of the same name
  const values = columns.map((column, at) => `${catalog.read(column)} AS "value_${at}"`).join(', ');
  const order = key.map((column) => catalog.order(column)).join(', ');
  const after = `WHERE (${order}) > (${key.map((_, at) => catalog.parameter(at + 1)).join(', ')})`;
  return (later, rows) =>
    `SELECT ${values} FROM ${quoted(name)} ${later ? after : ''} ORDER BY ${order} LIMIT ${rows}`;
}

function lineOf(table: StoredTable, texts: Texts): string {
  const values = table.columns.map(({ kind, name }, at) => {
    try {
      return readValue(kind, texts[at] ?? null);
    } catch (error) {
      const why = types.isNativeError(error) ? error.message : String(error);
      const key = table.key.map((column) => texts[table.columns.indexOf(column)] ?? '').join(', ');
      throw rowUnreadable({ table: table.name, key, column: name, why }, { cause: error });
    }
  });
  return JSON.stringify(values);
}
