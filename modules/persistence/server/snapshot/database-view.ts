import type { QueryRunner } from 'typeorm';
import type { Engine } from '../../contract/db.js';
import type { Catalog } from './catalog.js';

/** A connection within a transaction that reads a database without entities, alike on every engine. */
export interface DatabaseView {
  readonly kind: Engine;
  readonly runner: QueryRunner;
  readonly catalog: Catalog;
}

/** A consistent, read-only view of the database at one moment. */
export interface Snapshot extends DatabaseView {
  close(): Promise<void>;
}
