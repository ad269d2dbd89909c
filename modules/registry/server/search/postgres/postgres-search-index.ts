import type { EntityManager } from 'typeorm';
import type { IndexedKind } from '../indexed-kinds.js';
import type { MatchSql, SearchIndex } from '../search-index.js';

const WEIGHTS = `'{0.05, 0.1, 0.4, 1.0}'`;
const QUERY = `to_tsquery('simple', ?)`;
const VECTOR = (['name_words:A', 'description_words:B', 'body_words:C'] as const)
  .map((column) => column.split(':'))
  .map(([column, weight]) => `setweight(to_tsvector('simple', "${column}"), '${weight}')`)
  .join(' || ');
const INSERT = `INSERT INTO "registry_search" ("document_id", "kind", "vector")
  SELECT "id", "kind", ${VECTOR} FROM "registry_documents" WHERE "kind" <> 'link'`;

/** PostgreSQL's full text: one vector per document; names weigh most. */
export class PostgresSearchIndex implements SearchIndex {
  readonly join = 'JOIN';

  async remove(manager: EntityManager, tileId: string): Promise<void> {
    const documents = 'SELECT "id" FROM "registry_documents" WHERE "tile_id" = $1';
    await manager.query(`DELETE FROM "registry_search" WHERE "document_id" IN (${documents})`, [tileId]);
  }

  async add(manager: EntityManager, tileId: string): Promise<void> {
    await manager.query(`${INSERT} AND "tile_id" = $1`, [tileId]);
  }

  async addAll(manager: EntityManager): Promise<void> {
    await manager.query(INSERT);
  }

  match(kind: IndexedKind, words: readonly string[]): MatchSql {
    // words hold letters and digits only, so nothing in them is syntax
    const query = `${words.join(' & ')}:*`;
    return {
      from: '"registry_search" s JOIN "registry_documents" d ON d."id" = s."document_id" JOIN "registry_tiles" t ON t."id" = d."tile_id"',
      where: `s."kind" = '${kind}' AND s."vector" @@ ${QUERY}`,
      whereParameters: [query],
      // as wide as the number that a cursor holds
      rank: `CAST(-ts_rank(${WEIGHTS}, s."vector", ${QUERY}) AS double precision)`,
      rankParameters: [query],
    };
  }
}
