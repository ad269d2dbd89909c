/** Runs a suite on every database that is available here. */
import { statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, describe } from '@jest/globals';
import pg from 'pg';
import { LONG } from '../faults/harness/rounds.js';

/** A place for one server: an empty database (on PostgreSQL an empty schema) and an empty data folder. */
export interface DatabaseLocation {
  readonly engine: 'sqlite' | 'postgres';
  readonly url: string;
  readonly dataDir: string;
  /** The settings that make a server use this place. */
  readonly env: Readonly<Record<string, string>>;
}

export interface TestDatabase {
  readonly label: string;
  readonly engine: 'sqlite' | 'postgres';
  /** A new, empty place. It is removed when the suite has ended: stop what uses it before. */
  create(): Promise<DatabaseLocation>;
}

const require = createRequire(import.meta.url);
const postgresUrl = process.env['SVC_TEST_POSTGRES_URL'];

function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch {
    return false;
  }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A schema of its own that every session of the address works in: made and dropped many times faster than a database. */
async function newPostgresSchema(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `svc_test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE SCHEMA ${name}`);
  const url = new URL(postgresUrl!);
  // commits do not wait for the disk: what tests end are clients of PostgreSQL, never PostgreSQL itself
  url.searchParams.set('options', `-c synchronous_commit=off -c search_path=${name}`);
  return {
    url: url.href,
    drop: () => onServer(`DROP SCHEMA IF EXISTS ${name}, ${name}_graphile_worker CASCADE`),
  };
}

/** What the data of all suites that run at the same time need; those of the nightly run need more. */
const ENOUGH_BYTES = 4e9;

function isLarge(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Linux keeps it in memory, where a commit of SQLite takes no time. What is killed in tests is the server, not the machine. */
const MEMORY = '/dev/shm';
const DATA_FOLDERS = !LONG && isLarge(MEMORY) ? MEMORY : tmpdir();

type Driver = 'sqlite' | 'better-sqlite3' | 'postgres';

async function createPlace(
  driver: Driver,
  cleanups: (() => Promise<void>)[],
): Promise<DatabaseLocation> {
  const dataDir = await mkdtemp(join(DATA_FOLDERS, 'svc-data-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  let url = `${driver}:${join(dataDir, 'registry.db')}`;
  if (driver === 'postgres') {
    const schema = await newPostgresSchema();
    cleanups.push(schema.drop);
    url = schema.url;
  }
  const engine = driver === 'postgres' ? 'postgres' : 'sqlite';
  return { engine, url, dataDir, env: { SVC_DATABASE_URL: url, SVC_DATA_DIR: dataDir } };
}

type Suite = (database: TestDatabase) => void;

function describeOn(driver: Driver, name: string, suite: Suite): void {
  describe(`${name} on ${driver}`, () => {
    const cleanups: (() => Promise<void>)[] = [];
    suite({
      label: driver,
      engine: driver === 'postgres' ? 'postgres' : 'sqlite',
      create: () => createPlace(driver, cleanups),
    });
    // registered after the suite's own hooks, and so run after them
    afterAll(async () => {
      for (const cleanup of cleanups.reverse()) await cleanup();
      // a long run leaves hundreds of schemas
    }, 600_000);
  });
}

/** For what does not depend on the database. */
export const describeOnSqlite = (name: string, suite: Suite): void => {
  describeOn('sqlite', name, suite);
};

/** For what only several servers on one database can do. */
export function describeOnPostgres(name: string, suite: Suite): void {
  if (postgresUrl !== undefined) {
    describeOn('postgres', name, suite);
    return;
  }
  describe.skip(`${name} on postgres: set SVC_TEST_POSTGRES_URL=postgres://user@host:5432/database to run`, () => {
    suite({
      label: 'postgres',
      engine: 'postgres',
      create: () => Promise.reject(new Error('skipped')),
    });
  });
}

/**
 * `describe` once for each database: SQLite always, better-sqlite3 when it is installed, PostgreSQL when
 * SVC_TEST_POSTGRES_URL names a database where schemas may be made.
 */
export function describeEachDatabase(name: string, suite: Suite): void {
  describeOnSqlite(name, suite);
  if (isInstalled('better-sqlite3')) describeOn('better-sqlite3', name, suite);
  describeOnPostgres(name, suite);
}
