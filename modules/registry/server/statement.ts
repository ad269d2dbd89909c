import type { ReadDatabase, SqlDatabase } from '../../persistence/contract/db.js';

/** Numbers the `?` of a statement as PostgreSQL wants them. The statement's own text holds no other `?`. */
export function numbered(sql: string): string {
  let at = 0;
  return sql.replaceAll('?', () => `$${++at}`);
}

/** Runs a SELECT written with `?`. For the hot reads, where building and hydrating entities costs more than the query. */
export async function select<Row>(
  database: SqlDatabase,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  const text = database.engine === 'postgres' ? numbered(sql) : sql;
  return database.manager.query<Row[]>(text, [...parameters]);
}

/** The same for a constant text, which SQLite keeps prepared. */
export async function selectPrepared<Row>(
  database: ReadDatabase,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  return database.prepared(database.engine === 'postgres' ? numbered(sql) : sql, parameters);
}

/** `?, ?, ?` for a list of values. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
