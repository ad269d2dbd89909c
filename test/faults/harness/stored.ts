import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import sqlite3 from 'sqlite3';
import type { DatabaseLocation } from '../../contract/databases.js';

type Row = Record<string, unknown>;

/** Reads the tables behind the server's back. */
export async function rowsOf<T = Row>(
  { engine, url }: Pick<DatabaseLocation, 'engine' | 'url'>,
  statement: string,
): Promise<T[]> {
  if (engine === 'postgres') {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return (await client.query(statement).finally(() => client.end())).rows as T[];
  }
  const database = new sqlite3.Database(url.slice(url.indexOf(':') + 1), sqlite3.OPEN_READONLY);
  database.configure('busyTimeout', 5000);
  try {
    return await new Promise<T[]>((done, failed) => {
      database.all<T>(statement, (error, rows) => {
        if (error === null) done(rows);
        else failed(error);
      });
    });
  } finally {
    await new Promise((done) => {
      database.close(done);
    });
  }
}

const VERSIONS_WITHOUT_ALL_FILES = `
  SELECT v.id FROM registry_versions v LEFT JOIN registry_files f ON f.version_id = v.id
  GROUP BY v.id, v.file_count HAVING count(f.path) <> v.file_count`;
const FILES_WITHOUT_VERSION = `SELECT f.version_id AS id FROM registry_files f LEFT JOIN registry_versions v ON v.id = f.version_id WHERE v.id IS NULL`;
const TILES_WITHOUT_LATEST = `
  SELECT t.id FROM registry_tiles t LEFT JOIN registry_versions v ON v.id = t.latest_version_id
  WHERE t.latest_version_id IS NOT NULL AND v.id IS NULL`;
const REFERENCES =
  'SELECT archive_sha256 AS sha256 FROM registry_versions UNION SELECT sha256 FROM registry_files';

export interface Stored {
  /** Complaints of the database about itself. */
  readonly corrupt: readonly unknown[];
  /** Rows of which another part is missing. */
  readonly halves: readonly unknown[];
  /** Contents that rows point at and that are missing or damaged. */
  readonly missing: readonly string[];
  /** Contents that no row points at: writes that never came to their rows. */
  readonly unreferenced: number;
  /** Files that never became a content. */
  readonly temporary: number;
}

/** Looks at what a crash left on the disk. */
export async function inspect(location: Omit<DatabaseLocation, 'env'>): Promise<Stored> {
  const halves: unknown[] = [];
  for (const statement of [
    VERSIONS_WITHOUT_ALL_FILES,
    FILES_WITHOUT_VERSION,
    TILES_WITHOUT_LATEST,
  ]) {
    halves.push(...(await rowsOf(location, statement)));
  }
  const referenced = new Set(
    (await rowsOf<{ sha256: string }>(location, REFERENCES)).map(({ sha256 }) => sha256),
  );
  const { contents, temporary } = await blobsIn(join(location.dataDir, 'blobs'));
  return {
    corrupt: await complaints(location),
    halves,
    missing: [...referenced].filter((hash) => contents.get(hash) !== hash),
    unreferenced: [...contents.keys()].filter((hash) => !referenced.has(hash)).length,
    temporary,
  };
}

async function complaints(location: Omit<DatabaseLocation, 'env'>): Promise<unknown[]> {
  if (location.engine === 'postgres') return [];
  const integrity = await rowsOf<{ integrity_check: string }>(location, 'PRAGMA integrity_check');
  const references = await rowsOf(location, 'PRAGMA foreign_key_check');
  return [...integrity.filter((row) => row.integrity_check !== 'ok'), ...references];
}

/** The name of every content and the hash that it really has. */
async function blobsIn(
  folder: string,
): Promise<{ contents: Map<string, string>; temporary: number }> {
  const contents = new Map<string, string>();
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const stored = files.filter(({ parentPath }) => !parentPath.endsWith('/tmp'));
  for (const { parentPath, name } of stored) {
    const hash = createHash('sha256').update(await readFile(join(parentPath, name)));
    contents.set(parentPath.slice(-2) + name, hash.digest('hex'));
  }
  return { contents, temporary: files.length - stored.length };
}
