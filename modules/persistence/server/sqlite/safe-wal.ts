import type { DataSource } from 'typeorm';
import semver from 'semver';
import { driverUnusable } from '../../contract/errors.js';

/** Versions without the bug that can corrupt a database when a checkpoint coincides with a restart of the write-ahead log. */
const SAFE_VERSIONS = '>=3.51.3 || ~3.50.7 || ~3.44.6';

export function hasSafeWal(version: string): boolean {
  return semver.satisfies(version, SAFE_VERSIONS);
}

export async function requireSafeWal(database: DataSource): Promise<void> {
  const rows = await database.query<{ version: string }[]>('SELECT sqlite_version() AS version');
  const version = rows[0]?.version ?? 'unknown';
  if (hasSafeWal(version)) return;
  throw driverUnusable({
    name: database.options.type,
    why: `its SQLite ${version} can damage a database in WAL mode`,
    hint: 'Install a version of the driver with SQLite 3.51.3 or newer.',
  });
}
