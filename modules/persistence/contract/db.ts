/** What the `server/` code of modules shares about tables and transactions. The one contract that may know TypeORM. */
import type { EntityManager, QueryRunner } from 'typeorm';
import { defineExtensionPoint, serviceKey, type Class } from 'svc-registry/kernel';
import type { Engine } from './db/columns.js';

export { dataChecksPoint, type CheckedData, type DataCheck } from './db/data-checks.js';
export { columns, type Engine, type SharedColumn } from './db/columns.js';
export {
  decodeCursor,
  encodeCursor,
  keyPage,
  onPage,
  pageOf,
  pageSql,
  type ColumnsOrder,
  type KeyPage,
  type PageRequest,
  type RowKey,
} from './db/key-page.js';
export { latestEnd } from './db/latest-end.js';
export { lockRows } from './db/lock-rows.js';
export { addColumn, createTable, engineOf, type TableSpec } from './db/tables.js';
export { transition, type MachineRow, type TransitionRequest } from './db/transition.js';
export { isForeignKeyViolation, isUniqueViolation } from './db/violations.js';
export { blobReferencesPoint, rowReferencesPoint, type ColumnName } from './references.js';

/** A change of tables. Migrations only add, and each runs in a transaction of its own; there is no way back but a backup. */
export interface Migration {
  /** The name that is recorded; the class's own unless it is given. */
  readonly name?: string;
  up(runner: QueryRunner): Promise<void>;
}

/** A module's tables: every entity's table name starts with the module's prefix. */
export interface Tables {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- TypeORM's own type of an entity class
  readonly entities: readonly Function[];
  /** In order. Their names end in a 13-digit timestamp and are never changed. */
  readonly migrations: readonly Class<Migration>[];
  readonly derived?: DerivedTables;
}

/** Tables that can be made again from others, such as a full text index: no backup holds them. */
export interface DerivedTables {
  /** Their names on every engine. */
  readonly tables: readonly string[];
  /** Fills them after a restore; they are empty then. */
  fill(manager: EntityManager, engine: Engine): Promise<void>;
}

/** Tables of a module: entities and migrations. `prefix` is the module's id with `_` in place of `-`, and a final `_`, such as `registry_`. */
export const tablesPoint = defineExtensionPoint<{ readonly prefix: string }, Tables>(
  'persistence.tables',
  { fields: { prefix: 'text' } },
);

/**
 * The only way to write. On SQLite units run one at a time, on PostgreSQL each on a connection of its own.
 * A unit inside a unit joins it; a failure inside, even a swallowed one, dooms the whole: also a failed statement, so
 * a unique violation is caught around `run`, not inside. Statements of one unit run one after the other.
 * Work that is still going on when its unit has ended is refused.
 */
export interface UnitOfWork {
  run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T>;
  /** Runs after the surrounding unit has committed; not at all when it rolls back. Outside a unit it runs at once. */
  afterCommit(action: () => Promise<void> | void): void;
  /**
   * Does `work`. Whatever unit begins in it and writes something calls `beforeCommit` last, in its own transaction: what that writes is
   * committed with it or not at all, and what it throws rolls both back. Units begun after a commit (`afterCommit`) or `aside` do not.
   */
  observed<T>(
    beforeCommit: (manager: EntityManager) => Promise<void>,
    work: () => Promise<T>,
  ): Promise<T>;
  /** A unit that is not observed: for counts, claims and other records kept beside the work itself. */
  aside<T>(work: (manager: EntityManager) => Promise<T>): Promise<T>;
}

/** Writes, for server code of modules that require `persistence`. */
export const unitOfWorkKey = serviceKey<UnitOfWork>('persistence.unitOfWork');

/** A database that is read by SQL. */
export interface SqlDatabase {
  readonly engine: Engine;
  readonly manager: Pick<EntityManager, 'query' | 'connection'>;
}

/** Reads outside a unit of work: sees committed rows only; writing through it fails. */
export interface ReadDatabase extends SqlDatabase {
  readonly manager: EntityManager;
  /**
   * Runs a SELECT that SQLite keeps prepared: for the few hot reads. The text is a constant of the program, because it is kept until the
   * server stops.
   */
  prepared<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]>;
}

/** Reads of committed rows, for the same. */
export const readDatabaseKey = serviceKey<ReadDatabase>('persistence.readDatabase');

/** Reads that may take long, such as searches: connections of their own, so that no other read waits for them. */
export interface LongReads {
  /**
   * Does work that reads. On SQLite one work after the other. A statement that runs for more than five seconds is ended, and throws
   * `read_too_long`; with `better-sqlite3`, which runs statements on the main thread, none is. Throws `database_busy` after ten seconds
   * of waiting for others.
   */
  run<T>(work: (database: SqlDatabase) => Promise<T>): Promise<T>;
}

/** Searches and other long reads, for the same. */
export const longReadsKey = serviceKey<LongReads>('persistence.longReads');
