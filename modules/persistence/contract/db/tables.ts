import type { QueryRunner, Table, TableColumnOptions } from 'typeorm';
import type { Engine, SharedColumn } from './columns.js';

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

interface ColumnPlace {
  readonly name: string;
  readonly engine: Engine;
  readonly primary: boolean;
}

function tableColumn(column: SharedColumn, { name, engine, primary }: ColumnPlace): TableColumnOptions {
  return {
    name,
    type: column.ddl[engine],
    isPrimary: primary,
    isNullable: column.nullable ?? false,
    ...(column.defaultSql === undefined ? {} : { default: column.defaultSql }),
    ...(column.bytewise === true && engine === 'postgres' ? { collation: 'C' } : {}),
  };
}

function checksOf(spec: TableSpec): { name: string; expression: string }[] {
  const lists = Object.entries(spec.columns).flatMap(([name, { values }]) =>
    values === undefined ? [] : [`"${name}" IN (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`],
  );
  return [...lists, ...(spec.checks ?? [])].map((expression, at) => ({ name: `${spec.name}_check_${at + 1}`, expression }));
}

function indexName(table: string, index: IndexSpec): string {
  return `${table}_${index.columns.join('_')}${index.where === undefined ? '' : '_some'}_idx`;
}

function constraintsOf(spec: TableSpec) {
  return {
    checks: checksOf(spec),
    uniques: (spec.unique ?? []).map((names) => ({ name: `${spec.name}_${names.join('_')}_key`, columnNames: [...names] })),
    indices: (spec.indices ?? []).map((index) => ({
      name: indexName(spec.name, index),
      columnNames: [...index.columns],
      isUnique: index.unique ?? false,
      ...(index.where === undefined ? {} : { where: index.where }),
    })),
    foreignKeys: (spec.foreign ?? []).map((key) => ({
      name: `${spec.name}_${key.columns.join('_')}_fkey`,
      columnNames: [...key.columns],
      referencedTableName: key.table,
      referencedColumnNames: [...(key.references ?? ['id'])],
      onDelete: key.onDelete ?? 'NO ACTION',
    })),
  };
}

async function tableOf(engine: Engine, spec: TableSpec): Promise<Table> {
  // on demand: declarations import this contract for its extension point and must not load the ORM
  const { Table } = await import('typeorm');
  const primary = spec.primary ?? ['id'];
  return new Table({
    name: spec.name,
    columns: Object.entries(spec.columns).map(([name, column]) => tableColumn(column, { name, engine, primary: primary.includes(name) })),
    ...constraintsOf(spec),
  });
}

/** The engine a migration runs on, for the few statements that have no common text, such as full text search. */
export function engineOf(runner: QueryRunner): Engine {
  return runner.connection.options.type === 'postgres' ? 'postgres' : 'sqlite';
}

/** Makes a table on whichever engine the migration runs. Alter tables later with `addColumn`. */
export async function createTable(runner: QueryRunner, spec: TableSpec): Promise<void> {
  await runner.createTable(await tableOf(engineOf(runner), spec), false);
}

/**
 * Adds a column that is nullable or has a default. Raw SQL on purpose: TypeORM's own `addColumn` rebuilds the table on
 * SQLite and silently loses triggers, collations and conditions of indexes.
 */
export async function addColumn(runner: QueryRunner, table: string, column: { name: string; spec: SharedColumn }): Promise<void> {
  const engine = engineOf(runner);
  const { spec, name } = column;
  const words = [
    `ALTER TABLE "${table}" ADD COLUMN "${name}" ${spec.ddl[engine]}`,
    ...(spec.bytewise === true && engine === 'postgres' ? ['COLLATE "C"'] : []),
    ...(spec.defaultSql === undefined ? [] : [`DEFAULT ${spec.defaultSql}`]),
    ...(spec.nullable === true ? [] : ['NOT NULL']),
    ...checksOf({ name: table, columns: { [name]: spec } }).map(({ expression }) => `CHECK (${expression})`),
  ];
  await runner.query(words.join(' '));
}
