import type { ColumnName } from '../../contract/references.js';

/** A column as the database describes it. */
export interface CatalogColumn {
  readonly name: string;
  /** The declared type, in lower case, without length. */
  readonly type: string;
  /** Its position in the primary key, from 1; 0 when it is not part of it. */
  readonly key: number;
}

export interface CatalogTable {
  readonly name: string;
  /** A virtual table without rows of its own, such as SQLite's full-text search. */
  readonly virtual: boolean;
  readonly columns: readonly CatalogColumn[];
}

/** A query runner or a DataSource. */
export interface Queryable {
  query(statement: string, parameters?: unknown[]): Promise<unknown>;
}

/** The engine-specific parts of reading a database without its entities. */
export interface Catalog {
  tables(database: Queryable): Promise<CatalogTable[]>;
  /** SQL for a column's value as text, the same text on every engine. */
  read(column: CatalogColumn): string;
  /** SQL for a sort key that orders rows alike on every engine. */
  order(column: CatalogColumn): string;
  /** The nth parameter of a statement, from 1. */
  parameter(n: number): string;
  /** The distinct values of these columns, sorted. Must run within a transaction. */
  distinct(database: Queryable, columns: readonly ColumnName[]): AsyncIterable<readonly string[]>;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const unionOf = (columns: readonly ColumnName[]): string =>
  columns
    .map(
      ({ table, column }) =>
        `SELECT ${quoted(column)} AS "value" FROM ${quoted(table)} WHERE ${quoted(column)} IS NOT NULL`,
    )
    .join(' UNION ');
