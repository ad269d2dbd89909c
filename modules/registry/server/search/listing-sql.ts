import type { KeyPage } from '../../../persistence/contract/db.js';
import type { TileFilter } from '../read/visibility.js';
import type { IndexedKind } from './indexed-kinds.js';
import { placeOfText } from './places.js';
import type { SearchIndex } from './search-index.js';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface Listing {
  readonly kind: IndexedKind;
  /** Only what is in plugins that name this address. */
  readonly link?: string;
  readonly filter: TileFilter;
  readonly page: KeyPage;
}

const everything: Statement = { sql: 'TRUE', parameters: [] };
const NAMING = `t."id" IN (SELECT l."tile_id" FROM "registry_documents" l WHERE l."kind" = 'link' AND l."name" = ?)`;

/** Versions are joined to the entries of the page only. */
const PAGE = `SELECT h.*, v."semver" AS "version" FROM hits h JOIN "registry_versions" v ON v."id" = h."latest_version_id"`;

/** Everything of a kind by name, page by page: the index of names leads to the page. Throws `bad_cursor`. */
export function listingStatement({ kind, link, filter, page }: Listing, { join }: Pick<SearchIndex, 'join'>): Statement {
  const way = page.from?.backwards === true ? 'DESC' : 'ASC';
  const order = `"fullName" ${way}, "place" ${way}`;
  const naming = link === undefined ? everything : { sql: NAMING, parameters: [link] };
  const beside = besideOf(page);
  const sql = `WITH hits AS (SELECT d."kind", d."name", d."description", d."path", COALESCE(d."path", '') AS "place",
      t."full_name" AS "fullName", t."private", t."latest_version_id"
    FROM "registry_tiles" t ${join} "registry_documents" d ON d."tile_id" = t."id"
    WHERE d."kind" = '${kind}' AND ${naming.sql} AND ${filter.where} AND ${beside.sql} ORDER BY ${order} LIMIT ${page.size + 1})
    ${PAGE} ORDER BY ${order}`;
  return { sql, parameters: [...naming.parameters, ...filter.parameters, ...beside.parameters] };
}

function besideOf({ from }: KeyPage): Statement {
  if (from === undefined) return everything;
  const { fullName, path } = placeOfText(from.key);
  const beyond = from.backwards ? '<' : '>';
  const sql = `t."full_name" ${beyond}= ? AND (t."full_name", COALESCE(d."path", '')) ${beyond} (?, ?)`;
  return { sql, parameters: [fullName, fullName, path] };
}
