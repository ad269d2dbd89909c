import type { EntityManager } from 'typeorm';
import { indexedKinds, type IndexedKind } from '../indexed-kinds.js';
import type { Clause, MatchSql, SearchIndex } from '../search-index.js';

/** FTS5: one table per kind, its rowid is the document's id. */
export class SqliteSearchIndex implements SearchIndex {
  // full text has no statistics: a filter with an index would be taken first, and the full text asked once for each plugin
  readonly join = 'CROSS JOIN';

  async remove(manager: EntityManager, tileId: string): Promise<void> {
    for (const kind of await kindsOf(manager, tileId)) {
      const documents = `SELECT "id" FROM "registry_documents" WHERE "tile_id" = ? AND "kind" = '${kind}'`;
      await manager.query(`DELETE FROM "registry_search_${kind}" WHERE rowid IN (${documents})`, [tileId]);
    }
  }

  async add(manager: EntityManager, tileId: string): Promise<void> {
    for (const kind of await kindsOf(manager, tileId)) await manager.query(`${insertOf(kind)} AND "tile_id" = ?`, [tileId]);
  }

  async addAll(manager: EntityManager): Promise<void> {
    for (const kind of indexedKinds) await manager.query(insertOf(kind));
  }

  match(kind: IndexedKind, clauses: readonly Clause[]): MatchSql {
    const table = `"registry_search_${kind}"`;
    return {
      from: `${table} CROSS JOIN "registry_documents" d ON d."id" = ${table}.rowid CROSS JOIN "registry_tiles" t ON t."id" = d."tile_id"`,
      where: `${table} MATCH ?`,
      parameters: [clauses.map(textOf).join(' AND ')],
    };
  }
}

// quoted words carry no syntax; they hold letters and digits only
function textOf(clause: Clause): string {
  if ('phrase' in clause) return `"${clause.phrase.join(' ')}"`;
  const any = `(${clause.anyOf.map((stem) => `"${stem}"`).join(' OR ')})`;
  return clause.inName === true ? `{name} : ${any}` : any;
}

const insertOf = (kind: IndexedKind): string =>
  `INSERT INTO "registry_search_${kind}" (rowid, name, description, body)
   SELECT "id", "name_words", "description_words", "body_words" FROM "registry_documents" WHERE "kind" = '${kind}'`;

/** The kinds that the plugin has documents of: most plugins have few, and each costs a statement. */
async function kindsOf(manager: EntityManager, tileId: string): Promise<IndexedKind[]> {
  const sql = 'SELECT DISTINCT "kind" FROM "registry_documents" WHERE "tile_id" = ?';
  const rows = await manager.query<{ kind: string }[]>(sql, [tileId]);
  return indexedKinds.filter((kind) => rows.some((row) => row.kind === kind));
}
