import type { EntityManager } from 'typeorm';
import { indexedKinds, type IndexedKind } from '../indexed-kinds.js';
import type { MatchSql, SearchIndex } from '../search-index.js';

/** FTS5: one table per kind, its rowid is the document's id. */
export class SqliteSearchIndex implements SearchIndex {
  async remove(manager: EntityManager, tileId: string): Promise<void> {
    for (const kind of await kindsOf(manager, tileId)) {
      const documents = `SELECT "id" FROM "registry_documents" WHERE "tile_id" = ? AND "kind" = '${kind}'`;
      await manager.query(`DELETE FROM "registry_search_${kind}" WHERE rowid IN (${documents})`, [tileId]);
    }
  }

  async add(manager: EntityManager, tileId: string): Promise<void> {
    for (const kind of await kindsOf(manager, tileId)) {
      const documents =
        'SELECT "id", "name_words", "description_words", "body_words" FROM "registry_documents" ' +
        `WHERE "tile_id" = ? AND "kind" = '${kind}'`;
      await manager.query(`INSERT INTO "registry_search_${kind}" (rowid, name, description, body) ${documents}`, [tileId]);
    }
  }

  match(kind: IndexedKind, words: readonly string[]): MatchSql {
    const table = `"registry_search_${kind}"`;
    return {
      from: `${table} JOIN "registry_documents" d ON d."id" = ${table}.rowid`,
      where: `${table} MATCH ?`,
      // quoted words carry no syntax; words hold letters and digits only
      whereParameters: [`${words.map((word) => `"${word}"`).join(' AND ')} *`],
      rank: `bm25(${table}, 10.0, 4.0, 1.0)`,
      rankParameters: [],
    };
  }
}

/** The kinds that the plugin has documents of: most plugins have few, and each costs a statement. */
async function kindsOf(manager: EntityManager, tileId: string): Promise<IndexedKind[]> {
  const sql = 'SELECT DISTINCT "kind" FROM "registry_documents" WHERE "tile_id" = ?';
  const rows = await manager.query<{ kind: string }[]>(sql, [tileId]);
  return indexedKinds.filter((kind) => rows.some((row) => row.kind === kind));
}
