import type { SearchInput, SearchType } from '../../contract/search.js';
import { addressInvalid } from '../../contract/errors.js';
import type { TileFilter } from '../read/visibility.js';
import type { IndexedKind } from './indexed-kinds.js';
import { linkOf } from './links.js';
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

/** The statement of a search, or nothing when the query holds no word: then nothing is found. */
export function searchStatement(
  input: SearchInput,
  index: SearchIndex,
  { filter, page }: { filter: TileFilter; page: OffsetPage },
): Statement | undefined {
  const match = matchOf(input, index);
  if (match === undefined) return undefined;
  const tier = tierOf(input.query ?? '', match.words);
  const order = match.words.length === 0 ? '"full_name", "document_id"' : '"tier", "score", "full_name", "document_id"';
  const sql = `WITH hits AS (
    SELECT ${tier.sql} AS "tier", ${match.rank} AS "score", d."id" AS "document_id", d."kind", d."name", d."description", d."path",
      t."full_name", t."private", t."latest_version_id"
    FROM ${match.from} WHERE ${match.where} AND ${filter.where} ORDER BY ${order} LIMIT ${page.size + 1} OFFSET ${page.offset}
  ) ${PAGE} ORDER BY ${order}`;
  return { sql, parameters: [...tier.parameters, ...match.rankParameters, ...match.whereParameters, ...filter.parameters] };
}
