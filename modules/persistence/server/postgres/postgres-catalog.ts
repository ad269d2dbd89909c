import type { ColumnName } from '../../contract/references.js';
import {
  quoted,
  unionOf,
  type Catalog,
  type CatalogColumn,
  type Queryable,
} from '../snapshot/catalog.js';

interface Row {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly key: number;
}

const COLUMNS = `SELECT c.relname AS "table", a.attname AS "name", format_type(a.atttypid, NULL) AS "type",
    coalesce(array_position(string_to_array(i.indkey::text, ' '), a.attnum::text), 0) AS "key"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname, a.attnum`;
const PAGE = 1000;
const bytewise: ReadonlySet<string> = new Set(['text', 'character varying']);

export const postgresCatalog: Catalog = {
  async tables(database) {
    const tables = new Map<string, CatalogColumn[]>();
    for (const { table, ...column } of (await database.query(COLUMNS)) as Row[])
      tables.set(table, [...(tables.get(table) ?? []), column]);
    return [...tables].map(([name, columns]) => ({ name, columns, virtual: false }));
  },
  read: ({ name, type }) =>
    type === 'timestamp with time zone' ? instant(quoted(name)) : `CAST(${quoted(name)} AS text)`,
  order: ({ name, type }) => (bytewise.has(type) ? `${quoted(name)} COLLATE "C"` : quoted(name)),
  parameter: (n) => `$${n}`,
  distinct,
};

/** The format of `toISOString`, with microseconds only where they are not zero. */
const instant = (column: string): string =>
  `regexp_replace(to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '000$', '') || 'Z'`;

let cursors = 0;

/** Reads through a cursor, which ends with the transaction. */
async function* distinct(
  database: Queryable,
  columns: readonly ColumnName[],
): AsyncGenerator<readonly string[]> {
  if (columns.length === 0) return;
  cursors += 1;
  const cursor = `svc_distinct_${cursors}`;
  await database.query(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT "value" FROM (${unionOf(columns)}) v ORDER BY "value" COLLATE "C"`,
  );
  for (;;) {
    const rows = (await database.query(`FETCH ${PAGE} FROM ${cursor}`)) as { value: string }[];
    if (rows.length === 0) return;
    yield rows.map(({ value }) => value);
  }
}
