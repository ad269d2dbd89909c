import type { DataSource } from 'typeorm';
import type { SqlDatabase } from '../../contract/db.js';
import type { OpenLongReads } from '../database-engine.js';
import { Mutex } from '../mutex.js';

const WAIT_LIMIT_MS = 10_000;
const TIME_LIMIT_MS = 5000;

/** The connection behind TypeORM; missing in its types. `better-sqlite3` cannot interrupt a statement. */
interface SqliteInternals {
  readonly databaseConnection: { interrupt?(): void };
}

/**
 * Runs one statement at a time. Statements of one connection wait for each other anyway, and each waiting one would
 * occupy a thread of the pool, which all other reads and file operations need.
 */
export class SqliteLongReads implements OpenLongReads {
  readonly #mutex = new Mutex(WAIT_LIMIT_MS, 'other searches');
  readonly #database: SqlDatabase;

  constructor(private readonly source: DataSource) {
    this.#database = { engine: 'sqlite', manager: source.manager };
  }

  async run<T>(work: (database: SqlDatabase) => Promise<T>): Promise<T> {
    const release = await this.#mutex.acquire();
    const limit = setInterval(() => {
      this.#interrupt();
    }, TIME_LIMIT_MS);
    try {
      return await work(this.#database);
    } finally {
      clearInterval(limit);
      release();
    }
  }

  /** Interrupts the running statement, because the connection could not be closed otherwise. */
  async close(): Promise<void> {
    this.#interrupt();
    const release = await this.#mutex.acquire();
    release();
    await this.source.destroy();
  }

  #interrupt(): void {
    const { databaseConnection } = this.source.driver as unknown as SqliteInternals;
    databaseConnection.interrupt?.();
  }
}
