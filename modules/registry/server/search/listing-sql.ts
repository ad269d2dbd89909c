import type { OrderFact } from '../facts/declared-facts.js';
import type { TileFilter } from '../read/visibility.js';
import type { IndexedKind } from '../entities/document.entity.js';
import { OWNER_COLUMNS } from './shown-versions.js';
import type { ChosenValue } from './chosen-values.js';
import type { SearchIndex, Statement } from './search-index.js';

/** What is listed. */
export interface Listing {
  readonly kind: IndexedKind;
  /** Only what is in plugins that name this address. */
  readonly link?: string;
  readonly filter: TileFilter;
  /** A value of a facet that all entries have, and few plugins: the list begins with them. */
  readonly lead?: ChosenValue | undefined;
}

/** A run of entries that one index leads through. */
export interface Section {
  /** The tables: `registry_tiles t`, `registry_documents d` and what leads to them. */
  readonly from: string;
  readonly where: Statement;
  /** What its entries are sorted by, before their paths; the last one is the plugin's name. */
  readonly columns: readonly string[];
  /** The rank that its entries have. */
  readonly rank: string;
}

/** The part of a section that is read. */
export interface Stretch {
  readonly size: number;
  readonly backwards: boolean;
  /** The adjacent entry: a value for each column, and the path. Left out: from the end. */
  readonly beside?: readonly unknown[] | undefined;
}

const NAMING = ` AND t."id" IN (SELECT l."tile_id" FROM "registry_documents" l WHERE l."kind" = 'link' AND l."name" = ?)`;
const PATH = `COALESCE(d."path", '')`;
const everything: Statement = { sql: 'TRUE', parameters: [] };

/** Versions are joined to the entries of the page only. */
const PAGE = `SELECT h.*, v."semver" AS "version" FROM hits h JOIN "registry_versions" v ON v."id" = h."versionId"`;

type Joins = Pick<SearchIndex, 'join'>;

/** All plugins by name. */
export function byName({ join }: Joins, where = everything): Section {
  const from = `"registry_tiles" t ${join} "registry_documents" d ON d."tile_id" = t."id"`;
  return { from, where, columns: ['t."full_name"'], rank: 'CAST(NULL AS bigint)' };
}

/** Plugins without a fact, by name. */
export function lacking({ name }: OrderFact, joins: Joins): Section {
  const having =
    'SELECT 1 FROM "registry_search_facts" x WHERE x."tile_id" = t."id" AND x."fact" = ? AND x."rank" IS NOT NULL';
  return byName(joins, { sql: `NOT EXISTS (${having})`, parameters: [name] });
}

/** Plugins that have a fact, in its order. `narrow`: when few plugins are listed at all, it does not begin with the fact's index. */
export function having({ name }: OrderFact, { join }: Joins, narrow: boolean): Section {
  const [facts, tiles] = ['"registry_search_facts" f', '"registry_tiles" t'];
  const plugins = narrow ? `${tiles} ${join} ${facts}` : `${facts} ${join} ${tiles}`;
  return {
    from: `${plugins} ON f."tile_id" = t."id" ${join} "registry_documents" d ON d."tile_id" = t."id"`,
    where: { sql: 'f."fact" = ? AND f."rank" IS NOT NULL', parameters: [name] },
    columns: ['f."rank"', 'f."full_name"'],
    rank: 'f."rank"',
  };
}

/** The entries of a section that have a value which few plugins have. */
export function ledBy(lead: ChosenValue | undefined, section: Section): Section {
  if (lead === undefined) return section;
  const { sql, parameters } = section.where;
  return {
    ...section,
    from: `"registry_search_facts" r CROSS JOIN ${section.from}`,
    where: {
      sql: `r."fact" = ? AND r."text" = ? AND t."id" = r."tile_id" AND ${sql}`,
      parameters: [lead.facet, lead.value, ...parameters],
    },
  };
}

/** Entries of a section in any order, to be counted. */
export function countedRows(
  { kind, link, filter }: Listing,
  { from, where }: Section,
  { columns, limit }: { readonly columns: string; readonly limit: number },
): Statement {
  const sql = `SELECT t."full_name" AS "fullName", t."organization_id" AS "organizationId"${columns} FROM ${from}
    WHERE d."kind" = '${kind}' AND ${where.sql}${link === undefined ? '' : NAMING} AND ${filter.where} LIMIT ${limit}`;
  const links = link === undefined ? [] : [link];
  return { sql, parameters: [...where.parameters, ...links, ...filter.parameters] };
}

/** Some entries of a section. */
export function listingStatement(
  { kind, link, filter }: Listing,
  section: Section,
  stretch: Stretch,
): Statement {
  const way = stretch.backwards ? 'DESC' : 'ASC';
  const beside = besideOf(section, stretch);
  const inOrder = (columns: readonly string[]) =>
    columns.map((column) => `${column} ${way}`).join(', ');
  const sql = `WITH hits AS (SELECT d."kind", d."name", d."description", d."path", ${PATH} AS "shownPath",
      t."id" AS "tileId", t."full_name" AS "fullName", t."private", t."organization_id" AS "organizationId", ${OWNER_COLUMNS}, ${section.rank} AS "rank"
    FROM ${section.from}
    WHERE d."kind" = '${kind}' AND ${section.where.sql}${link === undefined ? '' : NAMING} AND ${filter.where} AND ${beside.sql}
    ORDER BY ${inOrder([...section.columns, PATH])} LIMIT ${stretch.size})
    ${PAGE} ORDER BY ${inOrder(['"rank"', '"fullName"', '"shownPath"'])}`;
  const links = link === undefined ? [] : [link];
  return {
    sql,
    parameters: [...section.where.parameters, ...links, ...filter.parameters, ...beside.parameters],
  };
}

function besideOf({ columns }: Section, { beside, backwards }: Stretch): Statement {
  if (beside === undefined) return everything;
  const beyond = backwards ? '<' : '>';
  const placeholders = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
  const leading = beside.slice(0, columns.length);
  // the first condition can use an index; no index contains the path
  const sql = `(${columns.join(', ')}) ${beyond}= (${placeholders(leading)}) AND (${[...columns, PATH].join(', ')}) ${beyond} (${placeholders(beside)})`;
  return { sql, parameters: [...leading, ...beside] };
}
