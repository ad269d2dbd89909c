import type { EntityManager } from 'typeorm';
import { termsSql } from '../index-terms.js';
import { indexedKinds, type IndexedKind } from '../../entities/document.entity.js';
import type { Clause, Match, SearchIndex, Statement } from '../search-index.js';

/** A term that no document has. */
const NOTHING = '"@"';

/** FTS5: one table per kind, its rowid is the document's id. */
export class SqliteSearchIndex implements SearchIndex {
  // without statistics, SQLite would apply an indexed filter first and query per plugin
  readonly join = 'CROSS JOIN';

  async remove(manager: EntityManager, tileId: string): Promise<void> {
    for (const kind of await kindsOf(manager, tileId)) {
      const documents = `SELECT "id" FROM "registry_documents" WHERE "tile_id" = ? AND "kind" = '${kind}'`;
      await manager.query(`DELETE FROM "registry_search_${kind}" WHERE rowid IN (${documents})`, [
        tileId,
      ]);
    }
  }

  async add(manager: EntityManager, tileId: string): Promise<void> {
    for (const kind of await kindsOf(manager, tileId))
      await manager.query(`${insertOf(kind)} AND d."tile_id" = ?`, [tileId]);
  }

  async addAll(manager: EntityManager): Promise<void> {
    for (const kind of indexedKinds) {
      const table = `registry_search_${kind}`;
      await manager.query(`INSERT INTO "${table}" ("${table}") VALUES ('delete-all')`);
      await manager.query(insertOf(kind));
    }
  }

  /** Selects the latest: full text is read from either end, and only as far as needed. */
  match(kind: IndexedKind, { clauses, limit, onlyIf }: Match): Statement {
    const table = `"registry_search_${kind}"`;
    // a separate condition would be evaluated for each row of the full text
    const wanted = onlyIf === undefined ? '?' : `CASE WHEN ${onlyIf} THEN ? ELSE '${NOTHING}' END`;
    const sql = `SELECT rowid AS "id" FROM ${table} WHERE ${table} MATCH ${wanted} ORDER BY rowid DESC LIMIT ${limit}`;
    return { sql, parameters: [clauses.map(textOf).join(' AND ')] };
  }
}

// quoted terms carry no syntax; they hold no quotes
function textOf(clause: Clause): string {
  return 'phrase' in clause
    ? `"${clause.phrase.join(' ')}"`
    : `(${clause.anyOf.map((term) => `"${term}"`).join(' OR ')})`;
}

const insertOf = (kind: IndexedKind): string =>
  `INSERT INTO "registry_search_${kind}" (rowid, name, description, body, terms)
   SELECT d."id", d."name_words", d."description_words", d."body_words", ${termsSql('sqlite')}
   FROM "registry_documents" d CROSS JOIN "registry_tiles" t ON t."id" = d."tile_id" WHERE d."kind" = '${kind}'`;

/** The kinds that the plugin has documents of: most plugins have few, and each costs a statement. */
async function kindsOf(manager: EntityManager, tileId: string): Promise<IndexedKind[]> {
  const sql = 'SELECT DISTINCT "kind" FROM "registry_documents" WHERE "tile_id" = ?';
  const rows = await manager.query<{ kind: string }[]>(sql, [tileId]);
  return indexedKinds.filter((kind) => rows.some((row) => row.kind === kind));
}
