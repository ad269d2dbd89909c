import type { Pool } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import type { HostInfo, Log } from 'svc-registry/kernel';
import type { Engine, LongReads, ReadDatabase, Tables } from '../contract/db.js';
import type { Catalog } from './snapshot/catalog.js';
import type { DatabaseView, Snapshot } from './snapshot/database-view.js';
import type { StoredTable } from './snapshot/stored-tables.js';
import type { Transaction } from './transaction.js';

export type EntityClasses = Tables['entities'];

export interface OpenLongReads extends LongReads {
  close(): Promise<void>;
}

/** A database as the rest of the module sees it; it hides the differences between engines. */
export interface OpenEngine {
  readonly kind: Engine;
  readonly catalog: Catalog;
  readonly writer: DataSource;
  /** The writer's connections, on PostgreSQL only. */
  readonly pool?: Pool;
  /** The time of the database, which all its servers share; absent where only one process uses the database. */
  readonly now?: () => Promise<Date>;
  /** Opens the reading connections. Called once, after the migrations. */
  openReader(): Promise<ReadDatabase>;
  /** Connections for reads that may take long, closed by the caller. They know no entities. */
  openLongReads(): Promise<OpenLongReads>;
  begin(): Promise<Transaction>;
  /** Runs `migrate` while no other server migrates the same database and no snapshot is read. */
  exclusively<T>(migrate: (runner: QueryRunner) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly entities: EntityClasses;
  readonly log: Log;
}

export interface SnapshotOptions {
  readonly log: Log;
  /** True when the caller already prevents migrations from running. */
  readonly exclusive?: boolean;
}

export interface ReplacementOptions extends EngineOptions {
  /** The name under which an existing database is kept; without it, an existing database is an error. */
  readonly aside?: string | undefined;
  readonly fault?: HostInfo['fault'];
}

/** A new database built in one transaction, so that it is invisible until it is complete. */
export interface Replacement extends DatabaseView {
  /** From here on, rows may be inserted before the rows that they refer to. */
  beginRows(): Promise<void>;
  /** Checks all references, and sets counters so that new rows get unused numbers. */
  endRows(tables: readonly StoredTable[]): Promise<void>;
  /** Replaces the existing database. Returns where that one is kept, if there was one. */
  commit(): Promise<string | undefined>;
  /** Called after `commit`; without `commit`, it discards the new database and keeps the old one. */
  close(): Promise<void>;
}

export interface DatabaseEngine {
  /** For messages; never contains a password. */
  readonly location: string;
  open(options: EngineOptions): Promise<OpenEngine>;
  /** Reads the database while servers use it. Throws `no_data` where there is none. */
  snapshot(options: SnapshotOptions): Promise<Snapshot>;
  /** Throws `database_not_empty`. */
  replacement(options: ReplacementOptions): Promise<Replacement>;
  /** Locks servers out, if the engine supports it; returns the function that releases the lock. */
  reserve(): Promise<() => Promise<void>>;
}
