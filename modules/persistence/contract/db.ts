/** What the `server/` code of modules shares about tables and transactions. The one contract file that may know TypeORM. */
import type { EntityManager, MigrationInterface } from 'typeorm';
import { defineExtensionPoint, serviceKey, type Class } from 'svc-registry/kernel';

export type Engine = 'sqlite' | 'postgres';

/** A module's tables: every entity's table name starts with the module's prefix. */
export interface Tables {
  // eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- TypeORM's own type of an entity class
  readonly entities: readonly Function[];
  /** In order. Class names end in a 13-digit timestamp, as TypeORM wants it, and are never renamed. */
  readonly migrations: readonly Class<MigrationInterface>[];
}

export const tablesPoint = defineExtensionPoint<{ readonly prefix: string }, Tables>('persistence.tables');

/**
 * The only way to write. On SQLite units run one at a time, on PostgreSQL each on a connection of its own.
 * A unit inside a unit joins it; a failure inside, even a swallowed one, dooms the whole.
 * Never run statements of one unit in parallel.
 */
export interface UnitOfWork {
  run<T>(work: (manager: EntityManager) => Promise<T>): Promise<T>;
  /** Runs after the surrounding unit has committed; not at all when it rolls back. Outside a unit it runs at once. */
  afterCommit(action: () => Promise<void> | void): void;
}

export const unitOfWorkKey = serviceKey<UnitOfWork>('persistence.unitOfWork');

/** Reads outside a unit of work: sees committed rows only; writing through it fails. */
export interface ReadDatabase {
  readonly engine: Engine;
  readonly manager: EntityManager;
}

export const readDatabaseKey = serviceKey<ReadDatabase>('persistence.readDatabase');
