import type { EntityManager } from 'typeorm';
import type { IndexedKind } from './indexed-kinds.js';

/** What of a search differs between engines. Parameters are `?`. */
export interface MatchSql {
  /** The tables: `registry_documents d`, `registry_tiles t` and what finds them. */
  readonly from: string;
  readonly where: string;
  readonly whereParameters: readonly unknown[];
  /** Sorts the best hits first. */
  readonly rank: string;
  readonly rankParameters: readonly unknown[];
}

/** Full text of one engine. Every word must be found; the last one may be the beginning of a word. */
export interface SearchIndex {
  /** Joins tables in the order in which they are written, where the engine's planner would choose a worse one. */
  readonly join: 'JOIN' | 'CROSS JOIN';
  /** Takes a plugin's documents out of the index; before its rows in `registry_documents` change. */
  remove(manager: EntityManager, tileId: string): Promise<void>;
  /** Puts them in, from `registry_documents`. */
  add(manager: EntityManager, tileId: string): Promise<void>;
  /** Fills the empty index with those of all plugins. */
  addAll(manager: EntityManager): Promise<void>;
  match(kind: IndexedKind, words: readonly string[]): MatchSql;
}
