import type { ColumnName } from '../../contract/references.js';
import {
  quoted,
  unionOf,
  type Catalog,
  type CatalogTable,
  type Queryable,
} from '../snapshot/catalog.js';

interface Row {
  readonly table: string;
  readonly kind: string;
  readonly name: string;
  readonly type: string;
  readonly key: number;
}

const COLUMNS = `SELECT t.name AS "table", t.type AS "kind", c.name AS "name", c.type AS "type", c.pk AS "key"
  FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
  WHERE t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.cid`;
const PAGE = 1000;

export const sqliteCatalog: Catalog = {
  async tables(database) {
    const tables = new Map<string, CatalogTable & { columns: CatalogTable['columns'][number][] }>();
    for (const { table, kind, name, type, key } of (await database.query(COLUMNS)) as Row[]) {
      const found = tables.get(table) ?? { name: table, virtual: kind === 'virtual', columns: [] };
      found.columns.push({ name, type: type.toLowerCase().replace(/\s*\(.*\)/, ''), key });
      tables.set(table, found);
    }
    return [...tables.values()];
  },
  read: ({ name }) => `CAST(${quoted(name)} AS text)`,
  order: ({ name }) => quoted(name),
  parameter: () => '?',
  distinct,
};

/** Uses a temporary table, which is not part of the database and is also allowed on read-only connections. */
async function* distinct(
  database: Queryable,
  columns: readonly ColumnName[],
): AsyncGenerator<readonly string[]> {
  if (columns.length === 0) return;
  await database.query('CREATE TEMP TABLE svc_distinct ("value" text PRIMARY KEY) WITHOUT ROWID');
  try {
    await database.query(`INSERT INTO temp.svc_distinct ${unionOf(columns)}`);
    for (let last = ''; ;) {
      const page = `SELECT "value" FROM temp.svc_distinct WHERE "value" > ? ORDER BY "value" LIMIT ${PAGE}`;
      const rows = (await database.query(page, [last])) as { value: string }[];
      if (rows.length === 0) return;
      yield rows.map(({ value }) => value);
      last = rows.at(-1)?.value ?? '';
    }
  } finally {
    await database.query('DROP TABLE temp.svc_distinct');
  }
}
