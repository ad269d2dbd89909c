import type { EntityManager } from 'typeorm';
import type { IndexedKind } from '../indexed-kinds.js';
import type { Clause, MatchSql, SearchIndex } from '../search-index.js';

/** The furthest place of a word that a vector can hold. */
const LAST_PLACE = 16_383;

/** Words as they are: the engine's own parser would take some of them apart, such as `1e5`. */
const vectorOf = (column: string, weight: string): string => `COALESCE((
    SELECT string_agg('''' || w.word || ''':' || LEAST(w.place, ${LAST_PLACE}) || '${weight}', ' ')
    FROM unnest(string_to_array("${column}", ' ')) WITH ORDINALITY AS w(word, place) WHERE w.word <> ''), '')::tsvector`;
const VECTOR = [vectorOf('name_words', 'A'), vectorOf('description_words', 'B'), vectorOf('body_words', 'C')].join(' || ');
const INSERT = `INSERT INTO "registry_search" ("document_id", "kind", "vector")
  SELECT "id", "kind", ${VECTOR} FROM "registry_documents" WHERE "kind" <> 'link'`;

/** PostgreSQL's full text: one vector per document. */
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

  match(kind: IndexedKind, clauses: readonly Clause[]): MatchSql {
    return {
      from: '"registry_search" s JOIN "registry_documents" d ON d."id" = s."document_id" JOIN "registry_tiles" t ON t."id" = d."tile_id"',
      where: `s."kind" = '${kind}' AND s."vector" @@ CAST(? AS tsquery)`,
      parameters: [clauses.map(textOf).join(' & ')],
    };
  }
}

// quoted words carry no syntax; they hold letters and digits only
function textOf(clause: Clause): string {
  if ('phrase' in clause) return `(${clause.phrase.map((stem) => `'${stem}'`).join(' <-> ')})`;
  const place = clause.inName === true ? ':A' : '';
  return `(${clause.anyOf.map((stem) => `'${stem}'${place}`).join(' | ')})`;
}
