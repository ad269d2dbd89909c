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

/** The same limit as for the write lock on SQLite. */
const LOCK_TIMEOUT = '-c lock_timeout=10s';
const READ_ONLY = '-c default_transaction_read_only=on';
const TIME_LIMIT = '-c statement_timeout=5s';
/** Compiling a search takes longer than running it, and parallel workers would take the processors from other requests. */
const PLAIN_PLANS = '-c jit=off -c max_parallel_workers_per_gather=0';
/**
 * The planner's cost of an entry of a full-text index. The default is a sixth of this; with it, the planner collects
 * all entries of a common word where reading the first rows of the table is enough.
 */
const COSTS = '-c cpu_index_tuple_cost=0.03';
const LONG_READS = 4;

/** Adds session settings to the address; settings that it already has take precedence. As start-up options they also apply behind a pooler. */
function withOptions(url: URL, options: readonly string[]): URL {
  const copy = new URL(url);
  copy.searchParams.set(
    'options',
    [...options, copy.searchParams.get('options') ?? ''].join(' ').trim(),
  );
  return copy;
}

interface ConnectOptions extends EngineOptions {
  /** Maximum number of connections. */
  readonly connections?: number;
}

/** PostgreSQL: one pool of writing connections and one of read-only connections. */
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

  /** Does nothing: PostgreSQL does not tell which servers use the database. */
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
