import type { Extension, Extensions, Log } from 'svc-registry/kernel';
import { tablesPoint, type Tables } from '../../modules/persistence/contract/db.js';
import {
  blobReferencesPoint,
  rowReferencesPoint,
  type ColumnName,
} from '../../modules/persistence/contract/references.js';
import { Database } from '../../modules/persistence/server/database.js';
import { settingsFrom } from '../../modules/persistence/server/settings.js';
import type { DatabaseLocation } from './databases.js';

/** A module's tables as a test declares them. */
export interface TestTables extends Tables {
  readonly module: string;
  /** Default: the one that the module's id demands. */
  readonly prefix?: string;
  /** Columns that name contents. */
  readonly contents?: readonly ColumnName[];
  /** Columns that name rows of other modules. */
  readonly rows?: readonly (ColumnName & { readonly to: ColumnName })[];
}

export function extensionsOf(tables: readonly TestTables[]): Extensions {
  const entry = (module: string, data: unknown, code?: unknown): Extension<unknown, unknown> => ({
    module,
    data,
    id: module,
    load: () => Promise.resolve(code),
    services: () => Promise.reject(new Error('not needed')),
  });
  const entries = new Map([
    [
      tablesPoint.id,
      tables.map((code) =>
        entry(code.module, { prefix: code.prefix ?? `${code.module.replaceAll('-', '_')}_` }, code),
      ),
    ],
    [
      blobReferencesPoint.id,
      tables.flatMap(({ module, contents = [] }) => contents.map((data) => entry(module, data))),
    ],
    [
      rowReferencesPoint.id,
      tables.flatMap(({ module, rows = [] }) => rows.map((data) => entry(module, data))),
    ],
  ]);
  return { of: (point) => (entries.get(point.id) ?? []) as never };
}

/** Log lines of warnings and errors, kept for the test to look at. */
export class RecordingLog implements Log {
  readonly lines: { readonly level: string; readonly message: string; readonly fields: unknown }[] =
    [];
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
  location: Pick<DatabaseLocation, 'env' | 'dataDir'>,
  tables: readonly TestTables[],
  log: Log = new RecordingLog(),
): Promise<Database> {
  const database = new Database(settingsFrom({ env: location.env, home: location.dataDir }), {
    log,
    version: '0.0.0-test',
    clock: () => new Date(),
  });
  await database.open(extensionsOf(tables));
  return database;
}
