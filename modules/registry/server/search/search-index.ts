import type { EntityManager } from 'typeorm';
import type { Engine } from '../../../persistence/contract/db.js';
import type { IndexedKind } from '../entities/document.entity.js';
import { PostgresSearchIndex } from './postgres/postgres-search-index.js';
import { SqliteSearchIndex } from './sqlite/sqlite-search-index.js';

/** What a document has to contain: one of the terms, or stems that follow each other. */
export type Clause = { readonly anyOf: readonly string[] } | { readonly phrase: readonly string[] };

/** A statement, or a part of one. Parameters are `?`. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface Match {
  readonly clauses: readonly Clause[];
  readonly limit: number;
  /** SQL without parameters: the search is skipped unless it is true. */
  readonly onlyIf?: string | undefined;
}

/** Full text of one engine. It holds the stems of `registry_documents` unchanged, and does no stemming itself. */
export interface SearchIndex {
  /** Joins tables in the order in which they are written, where the engine's planner would choose a worse one. */
  readonly join: 'JOIN' | 'CROSS JOIN';
  /** Removes a plugin's documents from the index. Call before its rows in `registry_documents` change. */
  remove(manager: EntityManager, tileId: string): Promise<void>;
  /** Adds a plugin's documents, from `registry_documents` and `registry_tiles`. */
  add(manager: EntityManager, tileId: string): Promise<void>;
  /** Rebuilds the index, with the documents of all plugins. */
  addAll(manager: EntityManager): Promise<void>;
  /** Selects the `id` of documents that meet all clauses, without looking at more of them than it has to. */
  match(kind: IndexedKind, wanted: Match): Statement;
}

export function searchIndexOf(engine: Engine): SearchIndex {
  return engine === 'postgres' ? new PostgresSearchIndex() : new SqliteSearchIndex();
}
