import type { Pool } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import type { ReadDatabase } from '../../contract/db.js';
import type { OpenEngine, OpenLongReads } from '../database-engine.js';
import type { TranslateError } from '../translating-data-source.js';
import type { Log } from 'svc-registry/kernel';
import { postgresCatalog } from './postgres-catalog.js';
import { isGivenUp } from './postgres-errors.js';
import { lockTables } from './postgres-lock.js';
import { poolOf } from './postgres-pool.js';
import { beginTransaction, type Transaction } from '../transaction.js';

/**
 * The isolation level is explicit, because a database may have another default: after waiting for a lock, a statement
 * must see what was committed meanwhile.
 */
const BEGIN = 'START TRANSACTION ISOLATION LEVEL READ COMMITTED';

/** Returns a connection to the pool as broken; missing in TypeORM's types. */
interface PostgresRunnerInternals {
  releasePostgresConnection(error?: unknown): Promise<void>;
}

export class PostgresDatabase implements OpenEngine {
  readonly kind = 'postgres';
  readonly catalog = postgresCatalog;
  readonly pool: Pool;
  #reader: DataSource | undefined;

  constructor(
    readonly writer: DataSource,
    private readonly parts: {
      readonly connectReader: () => Promise<DataSource>;
      readonly connectLongReader: () => Promise<DataSource>;
      readonly translate: TranslateError;
      readonly log: Log;
    },
  ) {
    this.pool = poolOf(writer);
  }

  async openReader(): Promise<ReadDatabase> {
    this.#reader = await this.parts.connectReader();
    const { manager } = this.#reader;
    return {
      engine: 'postgres',
      manager,
      prepared: (sql, parameters) => manager.query(sql, [...parameters]),
    };
  }

  async openLongReads(): Promise<OpenLongReads> {
    const source = await this.parts.connectLongReader();
    return {
      run: (work) => work({ engine: 'postgres', manager: source.manager }),
      close: () => source.destroy(),
    };
  }

  async begin(): Promise<Transaction> {
    const runner = this.#runner();
    try {
      const transaction = await beginTransaction(runner, BEGIN);
      const rollback = (): Promise<void> => orDiscard(runner, transaction.rollback);
      return {
        ...transaction,
        rollback,
        release: () => runner.release(),
        explain: (error) => (isGivenUp(error) ? this.parts.translate(error) : error),
      };
    } catch (error) {
      await runner.release();
      throw error;
    }
  }

  async now(): Promise<Date> {
    const [{ now }] = await this.writer.query<[{ now: Date }]>('SELECT clock_timestamp() AS now');
    return now;
  }

  /** The lock is held on one connection; the migrations run in their own transactions on a second one. */
  async exclusively<T>(migrate: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const guard = await this.begin();
    const runner = this.#runner();
    try {
      await lockTables(guard.runner, 'exclusive', this.parts.log);
      return await migrate(runner);
    } finally {
      await runner.release();
      await guard.rollback().finally(() => guard.release());
    }
  }

  async close(): Promise<void> {
    await this.#reader?.destroy();
    await this.writer.destroy();
  }

  #runner(): QueryRunner {
    // eslint-disable-next-line no-restricted-properties -- the unit of work is built on it
    return this.writer.createQueryRunner();
  }
}

/** A connection on which even ROLLBACK fails must not return to the pool. */
async function orDiscard(runner: QueryRunner, rollback: () => Promise<void>): Promise<void> {
  try {
    await rollback();
  } catch (error) {
    await (runner as unknown as PostgresRunnerInternals).releasePostgresConnection(error);
    throw error;
  }
}
