import { by } from '../../../../toolbox/by.js';
import { appliedMigrations, MIGRATIONS_TABLE, type AppliedMigration } from '../migration-log.js';
import { prefixOf, type ModuleTables } from '../module-tables.js';
import { refuseTables } from '../refuse-tables.js';
import type { Catalog, CatalogColumn, CatalogTable, Queryable } from './catalog.js';
import { valueKindOf, type ValueKind } from './values.js';

export interface StoredColumn extends CatalogColumn {
  readonly kind: ValueKind;
}

/** A table that is backed up completely. */
export interface StoredTable {
  readonly name: string;
  /** Sorted by name, because the order in which columns were added may differ between databases. */
  readonly columns: readonly StoredColumn[];
  /** The primary key; rows are read in its order. */
  readonly key: readonly StoredColumn[];
}

interface Readable {
  readonly runner: Queryable;
  readonly catalog: Catalog;
}

/** The tables and migrations of a database. Without migrations it is new, or not one of this product. */
export interface Inventory {
  readonly migrations: readonly AppliedMigration[];
  /** The tables of the loaded modules, by name, without derived tables, which can be rebuilt. */
  readonly tables: readonly StoredTable[];
  /** Modules that have tables in the database but are not loaded. */
  readonly absent: readonly string[];
}

/** Lists the tables. Throws for tables of loaded modules that cannot be backed up. */
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

/** The names of this product's tables: in PostgreSQL the schema may be shared. */
export async function ownTables({ runner, catalog }: Readable): Promise<string[]> {
  const present = await catalog.tables(runner);
  const migrations = await appliedMigrations(runner, present);
  if (migrations.length === 0) return [];
  const ids = migrations.map(({ module }) => module);
  return present
    .map(({ name }) => name)
    .filter((name) => name === MIGRATIONS_TABLE || ownerOf(name, ids) !== undefined);
}

/** The module with the longest matching prefix: `notes_extra_` does not belong to `notes_`. */
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
