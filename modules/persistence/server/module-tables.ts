import type { DataSource } from 'typeorm';
import { types } from 'node:util';
import type { Extension, Extensions } from 'svc-registry/kernel';
import { tablesPoint, type Tables } from '../contract/db.js';
import { refuseTables } from './refuse-tables.js';

/** The tables of one module, loaded. */
export interface ModuleTables extends Tables {
  readonly module: string;
  readonly prefix: string;
}

/** The tables of all modules, in the order in which the modules start. */
export async function collectTables(extensions: Extensions): Promise<ModuleTables[]> {
  const collected: ModuleTables[] = [];
  for (const extension of extensions.of(tablesPoint)) collected.push(await loadTables(extension));
  return collected;
}

/** Loads the tables of one module. Refuses tables that cannot be loaded or have a foreign prefix. */
export async function loadTables(
  extension: Extension<{ readonly prefix: string }, Tables>,
): Promise<ModuleTables> {
  const { module, data } = extension;
  requirePrefix(module, data.prefix);
  try {
    return { ...(await extension.load()), module, prefix: data.prefix };
  } catch (error) {
    const why = types.isNativeError(error) ? error.message : String(error);
    throw refuseTables(module, `they cannot be loaded (${why})`, error);
  }
}

/** The prefix of a module's table names. */
export const prefixOf = (module: string): string => `${module.replaceAll('-', '_')}_`;

function requirePrefix(module: string, prefix: string): void {
  const expected = prefixOf(module);
  if (prefix !== expected)
    throw refuseTables(module, `its prefix is "${prefix}" and has to be "${expected}"`);
}

/** Checks that each entity's table has its module's prefix and that no two modules share a table. */
export function checkTableNames(database: DataSource, tables: readonly ModuleTables[]): void {
  const owners = new Map<string, string>();
  for (const { module, prefix, entities } of tables) {
    for (const entity of entities) {
      const name = database.getMetadata(entity).tableName;
      if (!name.startsWith(prefix)) {
        throw refuseTables(
          module,
          `the table "${name}" of ${entity.name} does not begin with "${prefix}"`,
        );
      }
      const owner = owners.get(name);
      if (owner !== undefined)
        throw refuseTables(module, `the table "${name}" belongs to the module "${owner}"`);
      owners.set(name, module);
    }
  }
}
