import { defineExtensionPoint, type Extensions, type HostInfo } from 'svc-registry/kernel';
import type { Engine } from './columns.js';
import type { ColumnName } from '../references.js';

/** The data of a server as of one moment, which nothing may change. No module is started. */
export interface CheckedData {
  readonly engine: Engine;
  /** The folder of an SQLite database; `undefined` on PostgreSQL. */
  readonly folder: string | undefined;
  readonly host: Pick<HostInfo, 'env'>;
  readonly extensions: Extensions;
  /** False where the database has no such column: it may be of an older version. */
  has(column: ColumnName): boolean;
  /** Runs a SELECT; the parameters are `?` on SQLite and `$1`, `$2` on PostgreSQL. */
  query(statement: string, parameters: readonly string[]): Promise<unknown>;
}

/** Answers the problems that it finds: a sentence each, which also says what to do. */
export type DataCheck = (data: CheckedData) => Promise<readonly string[]>;

/**
 * What a module knows about the soundness of its own rows. `svc server check` reports the problems as its own; a restore and a move warn of
 * them.
 */
export const dataChecksPoint = defineExtensionPoint<{ readonly summary: string }, DataCheck>(
  'persistence.dataChecks',
  { fields: { summary: 'text' } },
);
