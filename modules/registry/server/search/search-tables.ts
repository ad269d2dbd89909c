import type { EntityManager } from 'typeorm';
import type { DerivedTables, Engine } from '../../../persistence/contract/db.js';
import { sqlOf } from '../statement.js';
import { searchIndexOf } from './search-index.js';
import { indexedKinds } from '../entities/document.entity.js';
import { learnWords } from './vocabulary.js';

const AT_ONCE = 500;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** In the words of the index, or of an older one. */
  readonly body: string;
}

/** The full text and its vocabulary, built from `registry_documents` and `registry_tiles`. */
export const searchTables: DerivedTables = {
  tables: [
    'registry_search',
    'registry_words',
    ...indexedKinds.map((kind) => `registry_search_${kind}`),
  ],
  async fill(manager, engine) {
    await searchIndexOf(engine).addAll(manager);
    await learnAllWords(manager, engine);
  },
};

export async function learnAllWords(manager: EntityManager, engine: Engine): Promise<void> {
  for await (const rows of documentsOf(manager, engine)) await learnWords(manager, engine, rows);
}

/** All documents but addresses, several at a time. */
export async function* documentsOf(
  manager: EntityManager,
  engine: Engine,
): AsyncGenerator<readonly Row[]> {
  const select = `SELECT "id", "name", "description", "body_words" AS "body" FROM "registry_documents" WHERE "kind" <> 'link' AND "id" > ? ORDER BY "id" LIMIT ${AT_ONCE}`;
  let last = 0;
  for (;;) {
    const rows = await manager.query<Row[]>(sqlOf(engine, select), [last]);
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    last = end.id;
  }
}
