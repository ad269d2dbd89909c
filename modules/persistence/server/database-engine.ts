import type { Pool } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Log } from 'svc-registry/kernel';
import type { Engine, Tables } from '../contract/db.js';
import type { Transaction } from './transaction.js';

export type EntityClasses = Tables['entities'];

/** A database as the rest of the module sees it: what differs between engines stays behind this. */
export interface OpenEngine {
  readonly kind: Engine;
  readonly writer: DataSource;
  /** On PostgreSQL the writer's connections. */
  readonly pool?: Pool;
  /** A DataSource that sees committed rows and cannot write. Asked for once, after the migrations. */
  openReader(): Promise<DataSource>;
  begin(): Promise<Transaction>;
  /** Runs `migrate` while no other server migrates the same database. */
  exclusively<T>(migrate: (runner: QueryRunner) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly entities: EntityClasses;
  readonly log: Log;
}

export interface DatabaseEngine {
  /** For messages; never with a password. */
  readonly location: string;
  open(options: EngineOptions): Promise<OpenEngine>;
}
