import { copyFile, link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DataSource, QueryRunner } from 'typeorm';
import type { HostInfo } from 'svc-registry/kernel';
import { localFiles } from '../blobs/durable-files.js';
import type { Replacement } from '../database-engine.js';
import { beginTransaction } from '../transaction.js';
import { requireIntactReferences } from './intact-references.js';
import { sqliteCatalog } from './sqlite-catalog.js';
import type { SqliteFiles } from './sqlite-files.js';

export interface ReplacementParts {
  readonly files: SqliteFiles;
  /** Releases the data folder. */
  readonly unlock: () => Promise<void>;
  readonly file: string;
  /** The file that will become the database. */
  readonly staging: string;
  /** Where the existing database is kept. */
  readonly aside: string | undefined;
  readonly fault: HostInfo['fault'];
}

const LOGS = ['-wal', '-shm'];

/** A new database in a separate file, which takes the name of the existing one when it is complete. */
export class SqliteReplacement implements Replacement {
  readonly kind = 'sqlite';
  readonly catalog = sqliteCatalog;

  private constructor(
    private readonly database: DataSource,
    readonly runner: QueryRunner,
    private readonly parts: ReplacementParts & { readonly end: () => Promise<void> },
  ) {}

  static async begin(parts: ReplacementParts): Promise<SqliteReplacement> {
    const database = await parts.files.openStaging(parts.staging);
    // eslint-disable-next-line no-restricted-properties -- not yet visible to other connections
    const runner = database.createQueryRunner();
    const { commit } = await beginTransaction(runner, 'BEGIN IMMEDIATE');
    return new SqliteReplacement(database, runner, { ...parts, end: commit });
  }

  /** Does nothing: the staging file is opened without foreign keys. */
  beginRows(): Promise<void> {
    return Promise.resolve();
  }

  /** SQLite's counters need no update. */
  endRows(): Promise<void> {
    return requireIntactReferences(this.runner);
  }

  async commit(): Promise<string | undefined> {
    const { file, staging, end, fault } = this.parts;
    await end();
    await this.database.destroy();
    await sync(staging);
    fault?.('persistence.restore-written');
    const kept = await this.#setAside();
    fault?.('persistence.restore-kept');
    await rename(staging, file);
    await localFiles.syncFolder(dirname(file));
    return kept;
  }

  async close(): Promise<void> {
    if (this.database.isInitialized) await this.database.destroy();
    for (const ending of ['', '-journal']) await rm(this.parts.staging + ending, { force: true });
    await this.parts.unlock();
  }

  /** Links the existing database to a second name before it loses the first, so that a database exists at all times. */
  async #setAside(): Promise<string | undefined> {
    const { file, aside } = this.parts;
    if (aside === undefined || !(await exists(file))) return undefined;
    await this.#foldLog();
    // logs of a damaged database must not be applied to the new one
    for (const ending of LOGS)
      if (await exists(file + ending)) await rename(file + ending, aside + ending);
    await link(file, aside).catch(() => copyFile(file, aside));
    return aside;
  }

  async #foldLog(): Promise<void> {
    try {
      await (await this.parts.files.openWriter(this.parts.file)).destroy();
    } catch {
      // the database may be damaged, which may be the reason for the restore
    }
  }
}

export async function exists(file: string): Promise<boolean> {
  return (await localFiles.state(file)) !== undefined;
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
