import type { DataSource, DataSourceOptions } from 'typeorm';
import type {
  DatabaseEngine,
  EngineOptions,
  OpenEngine,
  Replacement,
  ReplacementOptions,
  SnapshotOptions,
} from '../database-engine.js';
import type { Snapshot } from '../snapshot/database-view.js';
import { commonOptions, TranslatingDataSource } from '../translating-data-source.js';
import { PostgresDatabase } from './postgres-database.js';
import { poolOf, poolOptions, surviveBreaks } from './postgres-pool.js';
import { translatePostgresError, translatePostgresWriteError } from './postgres-errors.js';
import { PostgresReplacement } from './postgres-replacement.js';
import { postgresSnapshot } from './postgres-snapshot.js';

/** The same limit as that of a unit that waits for the write lock on SQLite. */
const LOCK_TIMEOUT = '-c lock_timeout=10s';
const READ_ONLY = '-c default_transaction_read_only=on';
const TIME_LIMIT = '-c statement_timeout=5s';
/** To compile a search takes longer than to run it; several processes would take the processors from everybody else. */
const PLAIN_PLANS = '-c jit=off -c max_parallel_workers_per_gather=0';
/**
 * What an entry of a full-text index costs beside a row that is read in order. By default a sixth of it, so that all the entries of a
 * common word are collected where the first rows of the table would do.
 */
const COSTS = '-c cpu_index_tuple_cost=0.03';
const LONG_READS = 4;

/** The same address with more settings for its sessions; its own win. As start-up options they also hold behind a pooler. */
function withOptions(url: URL, options: readonly string[]): URL {
  const copy = new URL(url);
  copy.searchParams.set(
    'options',
    [...options, copy.searchParams.get('options') ?? ''].join(' ').trim(),
  );
  return copy;
}

interface ConnectOptions extends EngineOptions {
  /** At most. */
  readonly connections?: number;
}

/** PostgreSQL: a pool of connections that write and one of connections that cannot. */
export class PostgresEngine implements DatabaseEngine {
  readonly location: string;

  constructor(private readonly url: URL) {
    this.location = `postgres://${url.host}${url.pathname}`;
  }

  async open(options: EngineOptions): Promise<OpenEngine> {
    const whenWriting = (error: unknown): unknown =>
      translatePostgresWriteError(error, this.location);
    const writer = await this.#connect(withOptions(this.url, [LOCK_TIMEOUT]), options, whenWriting);
    const connectReader = () =>
      this.#connect(withOptions(this.url, [LOCK_TIMEOUT, READ_ONLY]), options);
    const longReads = withOptions(this.url, [
      LOCK_TIMEOUT,
      READ_ONLY,
      TIME_LIMIT,
      PLAIN_PLANS,
      COSTS,
    ]);
    const connectLongReader = () =>
      this.#connect(longReads, { ...options, entities: [], connections: LONG_READS });
    return new PostgresDatabase(writer, {
      connectReader,
      connectLongReader,
      translate: this.#translate,
      log: options.log,
    });
  }

  async snapshot(options: SnapshotOptions): Promise<Snapshot> {
    return postgresSnapshot(
      await this.#connect(this.url, { log: options.log, entities: [] }),
      options,
    );
  }

  async replacement(options: ReplacementOptions): Promise<Replacement> {
    return PostgresReplacement.begin(await this.#connect(this.url, options), {
      ...options,
      location: this.location,
    });
  }

  /** Nothing tells which servers use it. */
  reserve(): Promise<() => Promise<void>> {
    return Promise.resolve(() => Promise.resolve());
  }

  readonly #translate = (error: unknown): unknown => translatePostgresError(error, this.location);

  async #connect(
    url: URL,
    { entities, log, connections }: ConnectOptions,
    translate = this.#translate,
  ): Promise<DataSource> {
    const options = {
      ...commonOptions,
      ...poolOptions(log, connections),
      type: 'postgres',
      url: url.href,
      entities,
    };
    try {
      const source = await new TranslatingDataSource(
        options as unknown as DataSourceOptions,
        translate,
      ).initialize();
      surviveBreaks(poolOf(source), log);
      return source;
    } catch (error) {
      throw translate(error);
    }
  }
}
