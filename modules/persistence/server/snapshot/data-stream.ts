import type { DataTally } from 'svc-registry/kernel';
import type { BlobRef } from '../../contract/blob-store.js';
import type { Engine } from '../../contract/db.js';
import type { AppliedMigration } from '../migration-log.js';

/** What is known before the first row. */
export interface DataHead {
  /** Version of the product that wrote it. */
  readonly product: string;
  /** ISO 8601. */
  readonly at: string;
  readonly engine: Engine;
  /** True when the contents outside the database are left out. */
  readonly rowsOnly: boolean;
  readonly migrations: readonly AppliedMigration[];
  /** Names of tables and, sorted, of their columns. */
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /** Modules whose tables are left out, because they were not loaded. */
  readonly absent: readonly string[];
}

/** Some rows of a table, each a list of values in JSON. */
export interface RowsPart {
  readonly kind: 'rows';
  readonly table: string;
  readonly lines: readonly string[];
}

/** A content that rows point at. Its bytes are to be read before the next part is asked for. */
export interface BlobPart extends BlobRef {
  readonly kind: 'blob';
  readonly content: AsyncIterable<Uint8Array>;
}

/** The end: without it, the stream is not whole. */
export interface TotalsPart {
  readonly kind: 'totals';
  readonly totals: DataTally;
}

/** Everything that a server stores, as it goes by: first the rows, table by table, then the contents. */
export interface DataStream {
  readonly head: DataHead;
  readonly parts: AsyncIterable<RowsPart | BlobPart | TotalsPart>;
}
