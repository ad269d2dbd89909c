import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { notAvailableYet, type HostInfo } from 'svc-registry/kernel';
import { parsedUrl } from '../../../toolbox/parsed-url.js';
import { badSetting } from '../contract/errors.js';

export type SqliteDriverName = 'sqlite3' | 'better-sqlite3';

export type DatabaseAddress =
  | { readonly engine: 'sqlite'; readonly driver: SqliteDriverName; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: URL };

export interface PersistenceSettings {
  readonly dataDir: string;
  readonly database: DatabaseAddress;
  /** Folder of the blob store. */
  readonly blobs: string;
  /** Whether the rows are saved to a file before a new version changes the tables. */
  readonly upgradeBackup: boolean;
}

const databaseHint =
  'Write sqlite:<file>, better-sqlite3:<file> or postgres://user@host:5432/database; without it, SQLite in the data folder is used.';

/** The path of `scheme:path` or `scheme:///path`; a relative one starts at the data folder. */
function pathOf(address: string, dataDir: string): string {
  const rest = address.slice(address.indexOf(':') + 1);
  return resolve(dataDir, rest.startsWith('//') ? fileURLToPath(`file:${rest}`) : rest);
}

function sqliteAddress(address: string, dataDir: string, name: string): DatabaseAddress {
  if (address.includes(':memory:')) {
    throw badSetting({
      name,
      why: 'a database in memory would be lost at the next start',
      hint: databaseHint,
    });
  }
  const driver = address.startsWith('better-sqlite3:') ? 'better-sqlite3' : 'sqlite3';
  return { engine: 'sqlite', driver, file: pathOf(address, dataDir) };
}

function postgresAddress(address: string, name: string): DatabaseAddress {
  const url = parsedUrl(address);
  if (url === undefined)
    throw badSetting({ name, why: 'it is not a valid URL', hint: databaseHint });
  return { engine: 'postgres', url };
}

/** `name` is where the address was written. */
export function databaseAddress(
  address: string,
  dataDir: string,
  name = 'SVC_DATABASE_URL',
): DatabaseAddress {
  const scheme = address.slice(0, Math.max(0, address.indexOf(':')));
  if (scheme === 'sqlite' || scheme === 'better-sqlite3')
    return sqliteAddress(address, dataDir, name);
  if (scheme === 'postgres' || scheme === 'postgresql') return postgresAddress(address, name);
  // the value may contain a password, so only the scheme is named
  throw badSetting({ name, why: `no database engine is called "${scheme}"`, hint: databaseHint });
}

/** The folder of an SQLite database; `undefined` on PostgreSQL. */
export const databaseFolder = (address: DatabaseAddress): string | undefined =>
  address.engine === 'sqlite' ? dirname(address.file) : undefined;

/** `name` is where the address was written. */
export function blobFolder(address: string, dataDir: string, name = 'SVC_BLOB_URL'): string {
  if (address.startsWith('s3:'))
    throw notAvailableYet({ what: 'A blob store in S3 (SVC_BLOB_URL=s3:…)' });
  if (address.startsWith('file:')) return pathOf(address, dataDir);
  throw badSetting({
    name,
    why: 'only file:<folder> is known',
    hint: 'Without it, the folder "blobs" in the data folder is used.',
  });
}

function switchedOn(name: string, value: string | undefined): boolean {
  if (value === undefined || value === '' || value === 'on') return true;
  if (value === 'off') return false;
  throw badSetting({ name, why: `it is neither "on" nor "off"`, hint: 'Without it, it is on.' });
}

/** An empty value counts as not set. */
export function settingsFrom({ env, home }: Pick<HostInfo, 'env' | 'home'>): PersistenceSettings {
  const dataDir = env['SVC_DATA_DIR'] || join(home, 'server');
  if (!isAbsolute(dataDir)) {
    throw badSetting({
      name: 'SVC_DATA_DIR',
      why: `"${dataDir}" is not an absolute path`,
      hint: 'Write the whole path of the folder.',
    });
  }
  return {
    dataDir,
    database: databaseAddress(env['SVC_DATABASE_URL'] || 'sqlite:registry.db', dataDir),
    blobs: blobFolder(env['SVC_BLOB_URL'] || 'file:blobs', dataDir),
    upgradeBackup: switchedOn('SVC_UPGRADE_BACKUP', env['SVC_UPGRADE_BACKUP']),
  };
}
