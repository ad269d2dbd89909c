import type { KeyPage } from '../../../persistence/contract/db.js';
import type { SearchInput, SearchType } from '../../contract/search.js';
import { addressInvalid } from '../../contract/errors.js';
import type { TileFilter } from '../read/visibility.js';
import type { IndexedKind } from './indexed-kinds.js';
import { linkOf } from './links.js';
import { placeOfText, type Place } from './places.js';
import type { MatchSql, SearchIndex } from './search-index.js';
import { queryWords } from './words.js';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

interface Match extends MatchSql {
  readonly words: readonly string[];
}

const NAMING = `t."id" IN (SELECT l."tile_id" FROM "registry_documents" l WHERE l."kind" = 'link' AND l."name" = ?)`;

/** Versions are joined to the entries of the page only. */
const PAGE = `SELECT h.*, v."semver" FROM hits h JOIN "registry_versions" v ON v."id" = h."latest_version_id"`;

function kindOf(type: SearchType | undefined): IndexedKind {
  if (type === undefined) return 'plugin';
  return ({ skills: 'skill', rules: 'rule', docs: 'doc' } as const)[type];
}

/** Everything of a kind by name, or only what is in plugins that name an address. */
function plainMatch(kind: IndexedKind, { join }: SearchIndex, link?: string): Match {
  const from = `"registry_tiles" t ${join} "registry_documents" d ON d."tile_id" = t."id"`;
  const order = { rank: '0', rankParameters: [], words: [] };
  const ofKind = `d."kind" = '${kind}'`;
  if (link === undefined) return { from, where: ofKind, whereParameters: [], ...order };
  return { from, where: `${ofKind} AND ${NAMING}`, whereParameters: [link], ...order };
}

function matchOf({ query = '', type }: SearchInput, index: SearchIndex): Match | undefined {
  const kind = kindOf(type);
  if (query.trim() === '') return plainMatch(kind, index);
  const link = linkOf(query);
  if (link !== undefined && 'problem' in link) throw addressInvalid({ address: query.trim(), meant: link.meant, why: link.problem });
  if (link !== undefined) return plainMatch(kind, index, link.key);
  const words = queryWords(query);
  return words.length === 0 ? undefined : { ...index.match(kind, words), words };
}

/** First what has exactly this name, then what has all the words in its name, then the others. Without words there is one tier. */
function tierOf(query: string, words: readonly string[]): Statement {
  if (words.length === 0) return { sql: '0', parameters: [] };
  const name = query.trim().toLowerCase().replaceAll('\0', '');
  // words hold letters and digits only, so none of them is a pattern
  const inName = words.map(() => `' ' || d."name_words" LIKE ?`).join(' AND ');
  return {
    sql: `CASE WHEN t."full_name" = ? OR t."name" = ? OR d."name" = ? THEN 0 WHEN ${inName} THEN 1 ELSE 2 END`,
    parameters: [name, name, name, ...words.map((word) => `% ${word}%`)],
  };
}

/** How the list is sorted, and on which side of a place a page lies. */
interface Direction {
  readonly order: string;
  readonly beyond: '>' | '<';
}

function directionOf(words: readonly string[], { from }: KeyPage): Direction {
  const columns = words.length === 0 ? ['full_name', 'place'] : ['tier', 'score', 'full_name', 'place'];
  const way = from?.backwards === true ? 'DESC' : 'ASC';
  return { order: columns.map((column) => `"${column}" ${way}`).join(', '), beyond: way === 'ASC' ? '>' : '<' };
}

/** By name: the index of names leads to the page. */
function besideName({ fullName, path }: Place, { beyond }: Direction): Statement {
  const sql = `t."full_name" ${beyond}= ? AND (t."full_name", COALESCE(d."path", '')) ${beyond} (?, ?)`;
  return { sql, parameters: [fullName, fullName, path] };
}

/**
 * By rank: beside where the entry of the cursor stands now. Whatever is published meanwhile moves ranks, of all entries alike. What is gone is
 * taken for standing where it stood, as far as ranks have not moved.
 */
function besideRank({ tier, score, fullName, path }: Place, { beyond }: Direction): Statement {
  const now = (column: string): string => `(SELECT MIN("${column}") FROM found WHERE "full_name" = ? AND "place" = ?)`;
  const sql = `("tier", "score", "full_name", "place") ${beyond} (
    COALESCE(${now('tier')}, CAST(? AS integer)), COALESCE(${now('score')}, CAST(? AS double precision)), ?, ?)`;
  return { sql, parameters: [fullName, path, tier, fullName, path, score, fullName, path] };
}

/** The entries of a page, and one more, out of all that are found. */
function hitsOf(found: Statement, words: readonly string[], page: KeyPage): Statement & { readonly order: string } {
  const direction = directionOf(words, page);
  const tail = `ORDER BY ${direction.order} LIMIT ${page.size + 1}`;
  const place = page.from === undefined ? undefined : placeOfText(page.from.key);
  if (place === undefined) return { sql: `hits AS (${found.sql} ${tail})`, parameters: found.parameters, order: direction.order };
  const beside = (words.length === 0 ? besideName : besideRank)(place, direction);
  const sql =
    words.length === 0
      ? `hits AS (${found.sql} AND ${beside.sql} ${tail})`
      : `found AS MATERIALIZED (${found.sql}), hits AS (SELECT * FROM found WHERE ${beside.sql} ${tail})`;
  return { sql, parameters: [...found.parameters, ...beside.parameters], order: direction.order };
}

/** The statement of a search, or nothing when the query holds no word: then nothing is found. Throws `bad_cursor`. */
export function searchStatement(
  input: SearchInput,
  index: SearchIndex,
  { filter, page }: { filter: TileFilter; page: KeyPage },
): Statement | undefined {
  const match = matchOf(input, index);
  if (match === undefined) return undefined;
  const tier = tierOf(input.query ?? '', match.words);
  const found = `SELECT ${tier.sql} AS "tier", ${match.rank} AS "score", d."kind", d."name", d."description", d."path",
      COALESCE(d."path", '') AS "place", t."full_name", t."private", t."latest_version_id"
    FROM ${match.from} WHERE ${match.where} AND ${filter.where}`;
  const parameters = [...tier.parameters, ...match.rankParameters, ...match.whereParameters, ...filter.parameters];
  const hits = hitsOf({ sql: found, parameters }, match.words, page);
  return { sql: `WITH ${hits.sql} ${PAGE} ORDER BY ${hits.order}`, parameters: hits.parameters };
}
