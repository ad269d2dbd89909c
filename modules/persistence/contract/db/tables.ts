import type { QueryRunner } from 'typeorm';
import type { SharedColumn, Engine } from './columns.js';

/** A table as a migration declares it; one text for every engine. Column names are written as in SQL: `created_at`. */
export interface TableSpec {
  readonly name: string;
  readonly columns: Readonly<Record<string, SharedColumn>>;
  /** Default: `['id']`. */
  readonly primary?: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  readonly indices?: readonly IndexSpec[];
  /** Only to tables of the same module. */
  readonly foreign?: readonly ForeignKeySpec[];
  /** More SQL conditions, in words that both engines know. */
  readonly checks?: readonly string[];
}

export interface IndexSpec {
  readonly columns: readonly string[];
  readonly unique?: boolean;
  /** Condition of a partial index. */
  readonly where?: string;
}

export interface ForeignKeySpec {
  readonly columns: readonly string[];
  readonly table: string;
  /** Default: `['id']`. */
  readonly references?: readonly string[];
  /** Default: the referred row cannot be deleted. */
  readonly onDelete?: 'CASCADE' | 'SET NULL';
}

/** The conditions of a table, those of its columns' words first. */
export function checksOf(spec: TableSpec): { name: string; expression: string }[] {
  const lists = Object.entries(spec.columns).flatMap(([name, { values }]) =>
    values === undefined
      ? []
      : [`"${name}" IN (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`],
  );
  return [...lists, ...(spec.checks ?? [])].map((expression, at) => ({
    name: `${spec.name}_check_${at + 1}`,
    expression,
  }));
}

/** The engine a migration runs on, for the few statements that have no common text, such as full text search. */
export function engineOf(runner: QueryRunner): Engine {
  return runner.connection.options.type === 'postgres' ? 'postgres' : 'sqlite';
}

/** Makes a table on whichever engine the migration runs. Alter tables later with `addColumn`. */
export async function createTable(runner: QueryRunner, spec: TableSpec): Promise<void> {
  // on demand: declarations import this contract for its extension point and must not load the ORM
  const { tableOf } = await import('./orm-table.js');
  await runner.createTable(tableOf(engineOf(runner), spec), false);
}

/**
 * Adds a column that is nullable or has a default. Raw SQL on purpose: TypeORM's own `addColumn` rebuilds the table on
 * SQLite and silently loses triggers, collations and conditions of indexes.
 */
export async function addColumn(
  runner: QueryRunner,
  table: string,
  column: { name: string; spec: SharedColumn },
): Promise<void> {
  const engine = engineOf(runner);
  const { spec, name } = column;
  const words = [
    `ALTER TABLE "${table}" ADD COLUMN "${name}" ${spec.ddl[engine]}`,
    ...(spec.bytewise === true && engine === 'postgres' ? ['COLLATE "C"'] : []),
    ...(spec.defaultSql === undefined ? [] : [`DEFAULT ${spec.defaultSql}`]),
    ...(spec.nullable === true ? [] : ['NOT NULL']),
    ...checksOf({ name: table, columns: { [name]: spec } }).map(
      ({ expression }) => `CHECK (${expression})`,
    ),
  ];
  await runner.query(words.join(' '));
}
