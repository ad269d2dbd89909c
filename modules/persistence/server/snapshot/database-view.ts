import type { QueryRunner } from 'typeorm';
import type { Engine } from '../../contract/db.js';
import type { Catalog } from './catalog.js';

/** A connection within a transaction, for reading a database whole: without entities, the same way on every engine. */
export interface DatabaseView {
  readonly kind: Engine;
  readonly runner: QueryRunner;
  readonly catalog: Catalog;
}

/** Everything in it is of one moment; nothing can be written through it. */
export interface Snapshot extends DatabaseView {
  close(): Promise<void>;
}
