import type { SearchInput, SearchType } from '../../contract/search.js';
import type { TileFilter } from '../read/visibility.js';
import type { IndexedKind } from './indexed-kinds.js';
import { isLink, linkKey } from './links.js';
import type { OffsetPage } from './offset-page.js';
import type { MatchSql, SearchIndex } from './search-index.js';
import { queryWords } from './words.js';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

interface Match extends MatchSql {
  readonly words: readonly string[];
}

const SELECTION = `SELECT d."kind", d."name", d."description", d."path",
  t."full_name", t."private", v."semver", t."description" AS "tile_description"`;
const TILES = `JOIN "registry_tiles" t ON t."id" = d."tile_id" JOIN "registry_versions" v ON v."id" = t."latest_version_id"`;

function kindOf(type: SearchType | undefined): IndexedKind {
  if (type === undefined) return 'plugin';
  return ({ skills: 'skill', rules: 'rule', docs: 'doc' } as const)[type];
}

/** Everything of a kind, by name; or the plugins that name an address. */
function plainMatch(where: string, parameters: readonly unknown[]): Match {
  const sql = { where, whereParameters: parameters, rank: 't."full_name"', rankParameters: [] };
  return { from: '"registry_documents" d', ...sql, words: [] };
}

function matchOf({ query = '', type }: SearchInput, index: SearchIndex): Match | undefined {
  const kind = kindOf(type);
  if (query.trim() === '') return plainMatch(`d."kind" = '${kind}'`, []);
  if (isLink(query)) return plainMatch(`d."kind" = 'link' AND d."name" = ?`, [linkKey(query)]);
  const words = queryWords(query);
  return words.length === 0 ? undefined : { ...index.match(kind, words), words };
}

/** First what has exactly this name, then what has all the words in its name, then the others. */
function tierOf(query: string, words: readonly string[]): Statement {
  const name = query.trim().toLowerCase().replaceAll('\0', '');
  const exact = `WHEN t."full_name" = ? OR t."name" = ? OR d."name" = ? THEN 0`;
  // words hold letters and digits only, so none of them is a pattern
  const inName = words.map(() => `' ' || d."name_words" LIKE ?`).join(' AND ');
  return {
    sql: `CASE ${exact} ${words.length === 0 ? '' : `WHEN ${inName} THEN 1`} ELSE 2 END`,
    parameters: [name, name, name, ...words.map((word) => `% ${word}%`)],
  };
}

/** The statement of a search, or nothing when the query holds no word: then nothing is found. */
export function searchStatement(
  input: SearchInput,
  index: SearchIndex,
  { filter, page }: { filter: TileFilter; page: OffsetPage },
): Statement | undefined {
  const match = matchOf(input, index);
  if (match === undefined) return undefined;
  const tier = tierOf(input.query ?? '', match.words);
  const sql = `${SELECTION} FROM ${match.from} ${TILES} WHERE ${match.where} AND ${filter.where}
    ORDER BY ${tier.sql}, ${match.rank}, t."full_name", d."id" LIMIT ${page.size + 1} OFFSET ${page.offset}`;
  return { sql, parameters: [...match.whereParameters, ...filter.parameters, ...tier.parameters, ...match.rankParameters] };
}
