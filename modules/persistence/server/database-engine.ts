import type { Pool } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import type { HostInfo, Log } from 'svc-registry/kernel';
import type { Engine, LongReads, Tables } from '../contract/db.js';
import type { Catalog } from './snapshot/catalog.js';
import type { DatabaseView, Snapshot } from './snapshot/database-view.js';
import type { StoredTable } from './snapshot/stored-tables.js';
import type { Transaction } from './transaction.js';

export type EntityClasses = Tables['entities'];

/** Connections that are open. */
export interface OpenLongReads extends LongReads {
  close(): Promise<void>;
}

/** A database as the rest of the module sees it: what differs between engines stays behind this. */
export interface OpenEngine {
  readonly kind: Engine;
  readonly catalog: Catalog;
  readonly writer: DataSource;
  /** On PostgreSQL the writer's connections. */
  readonly pool?: Pool;
  /** What time it is for all servers of the database; absent where one process has it. */
  readonly now?: () => Promise<Date>;
  /** A DataSource that sees committed rows and cannot write. Asked for once, after the migrations. */
  openReader(): Promise<DataSource>;
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
  /** True when the caller keeps migrations from running already. */
  readonly exclusive?: boolean;
}

export interface ReplacementOptions extends EngineOptions {
  /** The name under which a present database is kept; without one, a present database is an error. */
  readonly aside?: string | undefined;
  readonly fault?: HostInfo['fault'];
}

/** A whole new database within one transaction: nobody sees it before it is complete. */
export interface Replacement extends DatabaseView {
  /** From here on rows may come before those that they refer to. */
  beginRows(): Promise<void>;
  /** Every reference leads somewhere again, and new rows get numbers that no row has. */
  endRows(tables: readonly StoredTable[]): Promise<void>;
  /** Puts it in the place of the present database. Answers where that is kept, if there was one. */
  commit(): Promise<string | undefined>;
  /** After `commit`, or instead of it: then everything is as it was. */
  close(): Promise<void>;
}

export interface DatabaseEngine {
  /** For messages; never with a password. */
  readonly location: string;
  open(options: EngineOptions): Promise<OpenEngine>;
  /** Reads the database while servers use it. Throws `no_data` where there is none. */
  snapshot(options: SnapshotOptions): Promise<Snapshot>;
  /** Throws `database_not_empty`. */
  replacement(options: ReplacementOptions): Promise<Replacement>;
  /** Keeps servers out, where the engine can; answers what lets them in again. */
  reserve(): Promise<() => Promise<void>>;
}
