import type { DerivedTables } from '../../../persistence/contract/db.js';
import { searchIndexOf } from './index-of-engine.js';
import { indexedKinds } from './indexed-kinds.js';

/** The full text: made from `registry_documents`, which holds the words. */
export const searchTables: DerivedTables = {
  tables: ['registry_search', ...indexedKinds.map((kind) => `registry_search_${kind}`)],
  fill: (manager, engine) => searchIndexOf(engine).addAll(manager),
};
