import { by } from '../../../../toolbox/by.js';
import { appliedMigrations, MIGRATIONS_TABLE, type AppliedMigration } from '../migration-log.js';
import { prefixOf, type ModuleTables } from '../module-tables.js';
import { refuseTables } from '../refuse-tables.js';
import type { Catalog, CatalogColumn, CatalogTable, Queryable } from './catalog.js';
import { valueKindOf, type ValueKind } from './values.js';

export interface StoredColumn extends CatalogColumn {
  readonly kind: ValueKind;
}

/** A table that is carried whole. */
export interface StoredTable {
  readonly name: string;
  /** By name: the order in which they were added may differ from database to database. */
  readonly columns: readonly StoredColumn[];
  /** The primary key; rows are read in its order. */
  readonly key: readonly StoredColumn[];
}

/** What is read of a database before its rows. */
interface Readable {
  readonly runner: Queryable;
  readonly catalog: Catalog;
}

/** What a database holds; no migrations mean that it is none of ours, or a new one. */
export interface Inventory {
  readonly migrations: readonly AppliedMigration[];
  /** The tables of the modules that are loaded, by name; without those that can be made again. */
  readonly tables: readonly StoredTable[];
  /** Modules that have tables here, but are not loaded. */
  readonly absent: readonly string[];
}

/** Refuses tables of loaded modules that could not be carried. */
export async function takeInventory(
  { runner, catalog }: Readable,
  modules: readonly ModuleTables[],
): Promise<Inventory> {
  const present = await catalog.tables(runner);
  const migrations = await appliedMigrations(runner, present);
  const loaded = new Map(modules.map((tables) => [tables.module, tables]));
  const ids = [...new Set([...loaded.keys(), ...migrations.map(({ module }) => module)])];
  const tables: StoredTable[] = [];
  for (const table of present) {
    const module = loaded.get(ownerOf(table.name, ids) ?? '');
    if (module !== undefined && !isDerived(table, module))
      tables.push(storedTable(table, module.module));
  }
  tables.sort(by(({ name }) => name));
  return { migrations, tables, absent: ids.filter((id) => !loaded.has(id)) };
}

/** The names of all tables that are not somebody else's: in PostgreSQL a schema may be shared. */
export async function ownTables({ runner, catalog }: Readable): Promise<string[]> {
  const present = await catalog.tables(runner);
  const migrations = await appliedMigrations(runner, present);
  if (migrations.length === 0) return [];
  const ids = migrations.map(({ module }) => module);
  return present
    .map(({ name }) => name)
    .filter((name) => name === MIGRATIONS_TABLE || ownerOf(name, ids) !== undefined);
}

/** The module with the longest fitting prefix: `notes_extra_` is not `notes_`. */
function ownerOf(table: string, modules: readonly string[]): string | undefined {
  const fitting = modules.filter((module) => table.startsWith(prefixOf(module)));
  return fitting.sort((a, b) => b.length - a.length)[0];
}

const isDerived = ({ name }: CatalogTable, { derived }: ModuleTables): boolean =>
  derived?.tables.includes(name) === true;

function storedTable({ name, columns, virtual }: CatalogTable, module: string): StoredTable {
  if (virtual)
    throw refuseTables(
      module,
      `its virtual table "${name}" is not among the derived ones, and no backup could hold it`,
    );
  const kinds = columns.map((column) => ({
    ...column,
    kind: kindOf(column, { table: name, module }),
  }));
  const key = kinds.filter((column) => column.key > 0).sort((a, b) => a.key - b.key);
  if (key.length === 0)
    throw refuseTables(
      module,
      `its table "${name}" has no primary key, and no backup could hold it`,
    );
  return { name, key, columns: kinds.sort(by(({ name }) => name)) };
}

function kindOf(
  { name, type }: CatalogColumn,
  { table, module }: { table: string; module: string },
): ValueKind {
  const kind = valueKindOf(type);
  if (kind === undefined)
    throw refuseTables(
      module,
      `its column "${table}.${name}" has the type "${type}", which no backup could hold`,
    );
  return kind;
}
