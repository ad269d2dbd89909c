import type { DataSource, QueryRunner } from 'typeorm';
import type { Database } from 'sqlite3';
import type { ReadDatabase } from '../../contract/db.js';
import type { OpenEngine, OpenLongReads } from '../database-engine.js';
import { beginTransaction, type Transaction } from '../transaction.js';
import { Mutex } from '../mutex.js';
import { sqliteCatalog } from './sqlite-catalog.js';
import type { SqliteFiles } from './sqlite-files.js';
import { PreparedReads } from './prepared-reads.js';
import { translateSqliteError } from './sqlite-errors.js';
import { SqliteLongReads } from './sqlite-long-reads.js';

const TIME_LIMIT_MS = 10_000;

interface Parts {
  readonly files: SqliteFiles;
  /** Releases the data folder. */
  readonly unlock: () => Promise<void>;
  readonly file: string;
}

/** TypeORM keeps one query runner per SQLite DataSource; these fields are missing in its types. */
interface SqliteInternals {
  queryRunner: QueryRunner | undefined;
  readonly databaseConnection: Database;
}

export class SqliteDatabase implements OpenEngine {
  readonly kind = 'sqlite';
  readonly catalog = sqliteCatalog;
  readonly #writeMutex = new Mutex(TIME_LIMIT_MS);
  #reader: DataSource | undefined;
  #prepared: PreparedReads | undefined;

  constructor(
    readonly writer: DataSource,
    private readonly parts: Parts,
  ) {}

  async openReader(): Promise<ReadDatabase> {
    const { files, file } = this.parts;
    const { manager, driver } = (this.#reader = await files.openReader(file));
    // TypeORM itself keeps the statements of `better-sqlite3` prepared
    if (files.driver.name !== 'sqlite3')
      return {
        engine: 'sqlite',
        manager,
        prepared: (sql, parameters) => manager.query(sql, [...parameters]),
      };
    const statements = new PreparedReads((driver as unknown as SqliteInternals).databaseConnection);
    this.#prepared = statements;
    return {
      engine: 'sqlite',
      manager,
      prepared: (sql, parameters) =>
        statements.all<never>(sql, parameters).catch((error: unknown) => {
          throw translateSqliteError(error, file);
        }),
    };
  }

  async openLongReads(): Promise<OpenLongReads> {
    return new SqliteLongReads(await this.parts.files.openPlainReader(this.parts.file));
  }

  async begin(): Promise<Transaction> {
    const unlock = await this.#writeMutex.acquire();
    const runner = this.#freshRunner();
    const release = (): Promise<void> => {
      // otherwise code that kept the manager could write into the next transaction of this
      // connection
      Object.assign(runner, { isReleased: true });
      this.#forgetRunner();
      unlock();
      return Promise.resolve();
    };
    try {
      // a deferred BEGIN would fail at its first write if another connection had written meanwhile
      return {
        ...(await beginTransaction(runner, 'BEGIN IMMEDIATE')),
        release,
        explain: (error) => error,
      };
    } catch (error) {
      await release();
      throw error;
    }
  }

  /** Only the write mutex is needed: the folder lock already keeps other processes out. */
  async exclusively<T>(migrate: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const unlock = await this.#writeMutex.acquire();
    try {
      return await migrate(this.#freshRunner());
    } finally {
      this.#forgetRunner();
      unlock();
    }
  }

  /** Closes the reader first: the last connection to close folds the write-ahead log into the database. */
  async close(): Promise<void> {
    try {
      await this.#prepared?.close();
      await this.#reader?.destroy();
      await this.writer.destroy();
    } finally {
      await this.parts.unlock();
    }
  }

  #freshRunner(): QueryRunner {
    this.#forgetRunner();
    // eslint-disable-next-line no-restricted-properties -- the unit of work is built on it
    return this.writer.createQueryRunner();
  }

  #forgetRunner(): void {
    (this.writer.driver as unknown as SqliteInternals).queryRunner = undefined;
  }
}
