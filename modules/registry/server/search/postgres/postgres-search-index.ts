import type { EntityManager } from 'typeorm';
import { termsSql } from '../index-terms.js';
import type { IndexedKind } from '../../entities/document.entity.js';
import type { Clause, Match, SearchIndex, Statement } from '../search-index.js';

/** The last position of a word that a vector can hold. */
const LAST_POSITION = 16_383;

/** Builds the vector from the words directly, because the engine's parser would split some, such as `1e5`. */
const vectorOf = (column: string, weight: string): string => `COALESCE((
    SELECT string_agg('''' || w.word || ''':' || LEAST(w.position, ${LAST_POSITION}) || '${weight}', ' ')
    FROM unnest(string_to_array(d."${column}", ' ')) WITH ORDINALITY AS w(word, position) WHERE w.word <> ''), '')::tsvector`;
const TERMS = `array_to_tsvector(string_to_array(${termsSql('postgres')}, ' '))`;
const VECTOR = [
  vectorOf('name_words', 'A'),
  vectorOf('description_words', 'B'),
  vectorOf('body_words', 'C'),
  TERMS,
].join(' || ');
const INSERT = `INSERT INTO "registry_search" ("document_id", "kind", "vector")
  SELECT d."id", d."kind", ${VECTOR} FROM "registry_documents" d JOIN "registry_tiles" t ON t."id" = d."tile_id" WHERE d."kind" <> 'link'`;

/** PostgreSQL's full text: one vector per document. */
export class PostgresSearchIndex implements SearchIndex {
  readonly join = 'JOIN';

  async remove(manager: EntityManager, tileId: string): Promise<void> {
    const documents = 'SELECT "id" FROM "registry_documents" WHERE "tile_id" = $1';
    await manager.query(`DELETE FROM "registry_search" WHERE "document_id" IN (${documents})`, [
      tileId,
    ]);
  }

  async add(manager: EntityManager, tileId: string): Promise<void> {
    await manager.query(`${INSERT} AND d."tile_id" = $1`, [tileId]);
  }

  /**
   * Analyzes the tables immediately: without statistics the planner takes every word and fact for rare and collects all matches. Rows that an older server
   * publishes during a migration may be there already; they are indexed again later.
   */
  async addAll(manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM "registry_search"');
    await manager.query(`${INSERT} ON CONFLICT DO NOTHING`);
    for (const table of ['search', 'search_facts', 'documents', 'tiles'])
      await manager.query(`ANALYZE "registry_${table}"`);
  }

  /** In any order: then a common word is read from the table until there are enough. An order would need all matches. */
  match(kind: IndexedKind, { clauses, limit, onlyIf = 'TRUE' }: Match): Statement {
    const where = `"kind" = '${kind}' AND "vector" @@ CAST(? AS tsquery) AND ${onlyIf}`;
    const sql = `SELECT "document_id" AS "id" FROM "registry_search" WHERE ${where} LIMIT ${limit}`;
    return { sql, parameters: [clauses.map(textOf).join(' & ')] };
  }
}

// quoted terms carry no syntax; they hold no quotes
function textOf(clause: Clause): string {
  if ('phrase' in clause) return `(${clause.phrase.map((stem) => `'${stem}'`).join(' <-> ')})`;
  return `(${clause.anyOf.map((term) => `'${term}'`).join(' | ')})`;
}
