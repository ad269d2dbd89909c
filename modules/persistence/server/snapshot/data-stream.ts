import type { DataTally } from 'svc-registry/kernel';
import type { BlobRef } from '../../contract/blob-store.js';
import type { Engine } from '../../contract/db.js';
import type { AppliedMigration } from '../migration-log.js';

/** Information that precedes the rows. */
export interface DataHead {
  /** Version of the product that wrote the data. */
  readonly product: string;
  /** ISO 8601. */
  readonly at: string;
  readonly engine: Engine;
  /** True when the contents outside the database are left out. */
  readonly rowsOnly: boolean;
  readonly migrations: readonly AppliedMigration[];
  /** Names of tables and of their columns, which are sorted. */
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /** Modules whose tables are left out, because they were not loaded. */
  readonly absent: readonly string[];
}

/** Some rows of a table; each line is a JSON list of values. */
export interface RowsPart {
  readonly kind: 'rows';
  readonly table: string;
  readonly lines: readonly string[];
}

/** A content that rows refer to. Its bytes must be read before the next part is requested. */
export interface BlobPart extends BlobRef {
  readonly kind: 'blob';
  readonly content: AsyncIterable<Uint8Array>;
}

/** The last part; without it, the stream is incomplete. */
export interface TotalsPart {
  readonly kind: 'totals';
  readonly totals: DataTally;
}

/** All data of a server as a stream: first the rows, table by table, then the contents. */
export interface DataStream {
  readonly head: DataHead;
  readonly parts: AsyncIterable<RowsPart | BlobPart | TotalsPart>;
}
