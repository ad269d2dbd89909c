import type { EntityManager } from 'typeorm';
import type { DerivedTables, Engine } from '../../../persistence/contract/db.js';
import { numbered } from '../statement.js';
import { searchIndexOf } from './index-of-engine.js';
import { indexedKinds } from './indexed-kinds.js';
import { learnWords } from './vocabulary.js';

const AT_ONCE = 500;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly description: string;
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

async function* documentsOf(
  manager: EntityManager,
  engine: Engine,
): AsyncGenerator<readonly Row[]> {
  const select = `SELECT "id", "name", "description" FROM "registry_documents" WHERE "kind" <> 'link' AND "id" > ? ORDER BY "id" LIMIT ${AT_ONCE}`;
  const sql = engine === 'postgres' ? numbered(select) : select;
  let last = 0;
  for (;;) {
    const rows = await manager.query<Row[]>(sql, [last]);
    const end = rows.at(-1);
    if (end === undefined) return;
    yield rows;
    last = end.id;
  }
}
