import { Table, type TableColumnOptions } from 'typeorm';
import type { Engine, SharedColumn } from './columns.js';
import { checksOf, type IndexSpec, type TableSpec } from './tables.js';

interface ColumnContext {
  readonly name: string;
  readonly engine: Engine;
  readonly primary: boolean;
}

function tableColumn(
  column: SharedColumn,
  { name, engine, primary }: ColumnContext,
): TableColumnOptions {
  return {
    name,
    type: column.ddl[engine],
    isPrimary: primary,
    isNullable: column.nullable ?? false,
    ...(column.defaultSql === undefined ? {} : { default: column.defaultSql }),
    ...(column.bytewise === true && engine === 'postgres' ? { collation: 'C' } : {}),
  };
}

function indexName(table: string, index: IndexSpec): string {
  return `${table}_${index.columns.join('_')}${index.where === undefined ? '' : '_some'}_idx`;
}

function constraintsOf(spec: TableSpec) {
  return {
    checks: checksOf(spec),
    uniques: (spec.unique ?? []).map((names) => ({
      name: `${spec.name}_${names.join('_')}_key`,
      columnNames: [...names],
    })),
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

/** A table as the ORM wants it. */
export function tableOf(engine: Engine, spec: TableSpec): Table {
  const primary = spec.primary ?? ['id'];
  return new Table({
    name: spec.name,
    columns: Object.entries(spec.columns).map(([name, column]) =>
      tableColumn(column, { name, engine, primary: primary.includes(name) }),
    ),
    ...constraintsOf(spec),
  });
}
