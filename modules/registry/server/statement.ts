import type { Engine, ReadDatabase, SqlDatabase } from '../../persistence/contract/db.js';

/** A statement for an engine: PostgreSQL wants its `?` numbered. The statement's own text holds no other `?`. */
export function sqlOf(engine: Engine, sql: string): string {
  let at = 0;
  return engine === 'postgres' ? sql.replaceAll('?', () => `$${++at}`) : sql;
}

/** Runs a SELECT written with `?`. For the hot reads, where building and hydrating entities costs more than the query. */
export async function select<Row>(
  database: SqlDatabase,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  return database.manager.query<Row[]>(sqlOf(database.engine, sql), [...parameters]);
}

/** The same for a constant text, which SQLite keeps prepared. */
export async function selectPrepared<Row>(
  database: ReadDatabase,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  return database.prepared(sqlOf(database.engine, sql), parameters);
}

/** `?, ?, ?` for a list of values. */
export function placeholders(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
