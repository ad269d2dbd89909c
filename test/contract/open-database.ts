import type { Extension, Extensions, Log } from 'svc-registry/kernel';
import type { Tables } from '../../modules/persistence/contract/db.js';
import { Database } from '../../modules/persistence/server/database.js';
import { settingsFrom } from '../../modules/persistence/server/settings.js';
import type { DatabasePlace } from './databases.js';

/** A module's tables as a test declares them. */
export interface TestTables extends Tables {
  readonly module: string;
  /** Default: the one that the module's id demands. */
  readonly prefix?: string;
}

function extensionsOf(tables: readonly TestTables[]): Extensions {
  const entries: Extension<unknown, unknown>[] = tables.map(({ module, prefix, ...code }) => ({
    module,
    id: module,
    data: { prefix: prefix ?? `${module.replaceAll('-', '_')}_` },
    load: () => Promise.resolve(code),
    services: () => Promise.reject(new Error('not needed')),
  }));
  return { of: () => entries as never };
}

/** Log lines of warnings and errors, kept for the test to look at. */
export class RecordingLog implements Log {
  readonly lines: { readonly level: string; readonly message: string; readonly fields: unknown }[] = [];
  debug(): void {
    // not kept
  }
  info(): void {
    // not kept
  }
  warn(fields: unknown, message: string): void {
    this.lines.push({ level: 'warn', message, fields });
  }
  error(fields: unknown, message: string): void {
    this.lines.push({ level: 'error', message, fields });
  }
}

/** The real database of a place, with these tables only: for tests of repositories, without a kernel. Close it yourself. */
export async function openTestDatabase(
  place: Pick<DatabasePlace, 'env' | 'dataDir'>,
  tables: readonly TestTables[],
  log: Log = new RecordingLog(),
): Promise<Database> {
  const database = new Database(settingsFrom({ env: place.env, home: place.dataDir }), { log, clock: () => new Date() });
  await database.open(extensionsOf(tables));
  return database;
}
