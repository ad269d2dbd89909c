import type { EntityManager } from 'typeorm';
import type { IndexedKind } from './indexed-kinds.js';

/** What a document has to contain: one of the stems, anywhere or in its name, or stems that follow each other. */
export type Clause = { readonly anyOf: readonly string[]; readonly inName?: boolean } | { readonly phrase: readonly string[] };

/** What of a search differs between engines. Parameters are `?`. */
export interface MatchSql {
  /** The tables: `registry_documents d`, `registry_tiles t` and what finds them. */
  readonly from: string;
  readonly where: string;
  readonly parameters: readonly unknown[];
}

/** Full text of one engine. It holds stems, just as they stand in `registry_documents`, and knows no language itself. */
export interface SearchIndex {
  /** Joins tables in the order in which they are written, where the engine's planner would choose a worse one. */
  readonly join: 'JOIN' | 'CROSS JOIN';
  /** Takes a plugin's documents out of the index; before its rows in `registry_documents` change. */
  remove(manager: EntityManager, tileId: string): Promise<void>;
  /** Puts them in, from `registry_documents`. */
  add(manager: EntityManager, tileId: string): Promise<void>;
  /** Fills the empty index with those of all plugins. */
  addAll(manager: EntityManager): Promise<void>;
  /** The documents that meet all clauses. */
  match(kind: IndexedKind, clauses: readonly Clause[]): MatchSql;
}
