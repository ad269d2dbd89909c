import type { Engine } from '../../../persistence/contract/db.js';
import { PostgresSearchIndex } from './postgres/postgres-search-index.js';
import type { SearchIndex } from './search-index.js';
import { SqliteSearchIndex } from './sqlite/sqlite-search-index.js';

export function searchIndexOf(engine: Engine): SearchIndex {
  return engine === 'postgres' ? new PostgresSearchIndex() : new SqliteSearchIndex();
}
