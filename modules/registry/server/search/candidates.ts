import type { SqlDatabase } from '../../../persistence/contract/db.js';
import type { ShownVersion } from '../../contract/version-facts.js';
import type { DeclaredFact } from '../facts/declared-facts.js';
import type { TileFilter } from '../read/visibility.js';
import { select } from '../statement.js';
import { factColumns, type FactsOf } from './fact-columns.js';
import { OWNER_COLUMNS, shownOf } from './shown-versions.js';
import { searchIndexOf } from './search-index.js';
import { termInName, termOfWholeName } from './index-terms.js';
import type { IndexedKind } from '../entities/document.entity.js';
import type { Candidate } from './ranking.js';
import type { Clause } from './search-index.js';
import type { Terms } from './terms.js';

/** Most documents that are read per word, in names and in texts, however many documents have the word. */
const PER_WORD = 200;
/** Most documents that are ranked: those with the most words. */
const MOST = 400;
/** A document whose name equals the query outweighs every number of matching words. */
const NAMED = 100;

/** A document that has some of the words, as the answer shows it. */
export interface FoundDocument extends Candidate {
  readonly tileId: string;
  readonly organizationId: string;
  readonly kind: IndexedKind;
  readonly name: string;
  readonly description: string;
  readonly path: string | null;
  readonly fullName: string;
  readonly private: boolean | number;
  readonly version: string;
  /** When its version was published, in milliseconds. */
  readonly publishedAt: number;
  readonly facts: FactsOf;
  /** Only where it is wanted. */
  readonly shown?: ShownVersion;
}

export interface Sought {
  readonly kind: IndexedKind;
  readonly terms: Terms;
  /** The facts that are reported for each plugin. */
  readonly facts: readonly DeclaredFact[];
  readonly filter: TileFilter;
  /** Whether other modules know facts of versions: reading their ids makes a search slower by a twentieth. */
  readonly shown?: boolean | undefined;
}

/** A way to find documents, the terms that these certainly have, and for how many words it counts. */
interface Way {
  readonly clauses: readonly Clause[];
  readonly terms: readonly number[];
  readonly weight: number;
}

/** `sources` has a bit for each way by which the document was found. */
type Row = Omit<FoundDocument, 'found' | 'publishedAt' | 'facts' | 'shown'> & {
  readonly sources: number | string;
  readonly publishedAt: string | Date;
};

export interface Candidates {
  readonly documents: readonly FoundDocument[];
  /** Further documents have one of the words. */
  readonly capped: boolean;
}

/** The documents to rank, of those that the filter lets through. */
export async function candidatesOf(
  database: SqlDatabase,
  { kind, terms, facts, filter, shown = false }: Sought,
): Promise<Candidates> {
  const filterClauses = (filter.terms ?? []).map((anyOf): Clause => ({ anyOf }));
  if (filter.terms?.some((anyOf) => anyOf.length === 0) === true)
    return { documents: [], capped: false };
  const { best, others, rest } = waysOf(terms);
  const ways = [best, ...others, ...rest];
  const index = searchIndexOf(database.engine);
  const matches = ways.map(({ clauses }, at) => {
    const onlyIf = at > others.length ? `(SELECT COUNT(*) FROM way0) < ${PER_WORD}` : undefined;
    return index.match(kind, { clauses: [...clauses, ...filterClauses], limit: PER_WORD, onlyIf });
  });
  const about = factColumns(database.engine, facts);
  const statement = sqlFor({
    matches: matches.map(({ sql }) => sql),
    weights: ways.map(({ weight }) => weight),
    columns: shown ? `, ${OWNER_COLUMNS}${about.columns}` : about.columns,
    joins: about.joins,
    filter,
  });
  const parameters = [
    ...matches.flatMap((match) => match.parameters),
    ...about.parameters,
    ...filter.parameters,
  ];
  const rows = await select<Row>(database, statement, parameters);
  const found = new Map(
    [...new Set(rows.map(({ sources }) => sources))].map((bits) => [
      bits,
      termsOf(ways, BigInt(bits)),
    ]),
  );
  // mutates the rows, because copying hundreds of them is slow
  const documents = rows.map((row) => {
    const known = {
      found: found.get(row.sources) ?? new Set(),
      publishedAt: new Date(row.publishedAt).getTime(),
      facts: about.read(row),
      ...(shown && { shown: shownOf(row as Row & Parameters<typeof shownOf>[0]) }),
    };
    return Object.assign(row, known);
  });
  return { documents, capped: isCapped(rows) };
}

interface Parts {
  readonly matches: readonly string[];
  readonly weights: readonly number[];
  /** Each with a comma before it. */
  readonly columns: string;
  readonly joins: string;
  readonly filter: TileFilter;
}

/** Only the rows within the limit are joined. The row of the plugin decides who may see them. */
function sqlFor({ matches, weights, columns, joins, filter }: Parts): string {
  const ways = matches.map((sql, at) => `way${at} AS MATERIALIZED (${sql})`);
  const found = weights.map(
    (weight, at) =>
      `SELECT "id", CAST(${2 ** at} AS bigint) AS "source", ${weight} AS "weight" FROM way${at}`,
  );
  return `WITH ${ways.join(', ')} SELECT f."sources", t."id" AS "tileId", t."organization_id" AS "organizationId", d."kind", d."name", d."description", d."path",
    d."name_words" AS "nameWords", d."description_words" AS "descriptionWords", t."full_name" AS "fullName", t."private", v."semver" AS "version",
    v."published_at" AS "publishedAt"${columns}
  FROM (SELECT "id", CAST(SUM("source") AS bigint) AS "sources" FROM (${found.join(' UNION ALL ')}) AS found
      GROUP BY "id" ORDER BY SUM("weight") DESC, "id" DESC LIMIT ${MOST}) AS f
    JOIN "registry_documents" d ON d."id" = f."id" JOIN "registry_tiles" t ON t."id" = d."tile_id"
    JOIN "registry_versions" v ON v."id" = t."latest_version_id" ${joins} WHERE ${filter.where}`;
}

/** Whether one of the ways, or all of them together, reached its limit. */
function isCapped(rows: readonly Row[]): boolean {
  if (rows.length === MOST) return true;
  const found = new Map<number, number>();
  for (const { sources } of rows)
    for (let bits = BigInt(sources), at = 0; bits > 0n; bits >>= 1n, at += 1)
      if ((bits & 1n) === 1n) found.set(at, (found.get(at) ?? 0) + 1);
  return [...found.values()].some((count) => count === PER_WORD);
}

function termsOf(ways: readonly Way[], bits: bigint): ReadonlySet<number> {
  return new Set(
    ways.flatMap(({ terms }, at) => (((bits >> BigInt(at)) & 1n) === 1n ? terms : [])),
  );
}

/** A query term, and the stems that match it. */
interface Wanted {
  readonly at: number;
  readonly anyOf: readonly string[];
}

interface Ways {
  /** Documents with all words; for a query of one word, documents with the word in their name. */
  readonly best: Way;
  readonly others: readonly Way[];
  /** Skipped when the best way finds enough documents. */
  readonly rest: readonly Way[];
}

/** Documents with all words, with the query as their name, with a word in their name, and with any of the words. Every way requires the phrases. */
function waysOf({ terms, name, phrases }: Terms): Ways {
  const always = phrases.map((phrase): Clause => ({ phrase }));
  const inPhrases = new Set(phrases.flat());
  const all = terms.map(({ stems, extra }, at) => ({ at, extra, anyOf: [...stems.keys()] }));
  // a document with a phrase has the words of the phrase
  const [had, open] = parted(all, ({ anyOf }) => anyOf.some((stem) => inPhrases.has(stem)));
  const [extra, wanted] = parted(open, (term) => term.extra);
  const way = (clauses: readonly Clause[], some: readonly Wanted[], weight = 1): Way => {
    return {
      clauses: [...clauses, ...always],
      terms: [...some, ...had].map(({ at }) => at),
      weight,
    };
  };
  const named = way([{ anyOf: [termOfWholeName(name)] }], [], NAMED);
  const inNames = all.map((term) => way([{ anyOf: term.anyOf.map(termInName) }], [term]));
  const every = way(wanted, wanted);
  const each = [...wanted, ...extra].map((term) => way([term], [term]));
  const [single, ...more] = wanted.length + had.length === 1 ? inNames : [];
  if (single !== undefined) return { best: single, others: [named, ...more], rest: each };
  const rest = had.length > 0 && wanted.length > 0 ? [way([], []), ...each] : each;
  return { best: every, others: [named, ...inNames], rest };
}

function parted<T>(list: readonly T[], first: (value: T) => boolean): readonly [T[], T[]] {
  return [list.filter(first), list.filter((value) => !first(value))];
}
