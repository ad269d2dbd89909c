import type { SqlDatabase } from '../../../persistence/contract/db.js';
import type { TileFilter } from '../read/visibility.js';
import { select } from '../statement.js';
import { searchIndexOf } from './index-of-engine.js';
import type { IndexedKind } from './indexed-kinds.js';
import type { Candidate } from './ranking.js';
import type { Clause } from './search-index.js';
import type { Terms } from './terms.js';

/** Documents that are looked at for each word, in names and anywhere: of words that nearly everything has these many count. */
const PER_WORD = 300;
/** Documents that are ranked at most: those with the most words. */
const MOST = 600;

/** A document that has some of the words, as the answer shows it. */
export interface FoundDocument extends Candidate {
  readonly kind: IndexedKind;
  readonly name: string;
  readonly description: string;
  readonly path: string | null;
  readonly fullName: string;
  readonly private: boolean | number;
  readonly version: string;
}

export interface Sought {
  readonly kind: IndexedKind;
  readonly terms: Terms;
  readonly filter: TileFilter;
}

/** A way to find documents, and the terms that its documents have for certain. */
interface Source {
  readonly clauses: readonly Clause[];
  readonly terms: readonly number[];
}

/** `sources` has a bit for each way by which the document was found. */
type Row = Omit<FoundDocument, 'found'> & { readonly sources: number | string };

export interface Candidates {
  readonly documents: readonly FoundDocument[];
  /** More documents have one of the words. */
  readonly capped: boolean;
}

/** The documents to rank, of those that the filter lets through. */
export async function candidatesOf(database: SqlDatabase, { kind, terms, filter }: Sought): Promise<Candidates> {
  const sources = sourcesOf(terms);
  const index = searchIndexOf(database.engine);
  const ways = sources.map(({ clauses }, at) => {
    const { from, where, parameters } = index.match(kind, clauses);
    const found = `SELECT d."id", CAST(${2 ** at} AS bigint) AS "source" FROM ${from} WHERE ${where} AND ${filter.where} LIMIT ${PER_WORD}`;
    return { sql: `SELECT * FROM (${found}) AS w${at}`, parameters: [...parameters, ...filter.parameters] };
  });
  const rows = await select<Row>(
    database,
    sqlFor(ways.map(({ sql }) => sql)),
    ways.flatMap(({ parameters }) => parameters),
  );
  const documents = rows.map(({ sources: bits, ...row }) => ({ ...row, found: termsOf(sources, BigInt(bits)) }));
  return { documents, capped: isCapped(rows) };
}

const sqlFor = (ways: readonly string[]): string => `SELECT f."sources", d."kind", d."name", d."description", d."path",
    d."name_words" AS "nameWords", d."description_words" AS "descriptionWords", t."full_name" AS "fullName", t."private", v."semver" AS "version"
  FROM (SELECT "id", CAST(SUM("source") AS bigint) AS "sources" FROM (${ways.join(' UNION ALL ')}) AS each_way
      GROUP BY "id" ORDER BY COUNT(*) DESC, "id" LIMIT ${MOST}) AS f
    JOIN "registry_documents" d ON d."id" = f."id" JOIN "registry_tiles" t ON t."id" = d."tile_id"
    JOIN "registry_versions" v ON v."id" = t."latest_version_id"`;

/** Whether one of the ways has been cut off, or all of them together. */
function isCapped(rows: readonly Row[]): boolean {
  if (rows.length === MOST) return true;
  const found = new Map<number, number>();
  for (const { sources } of rows)
    for (let bits = BigInt(sources), at = 0; bits > 0n; bits >>= 1n, at += 1)
      if ((bits & 1n) === 1n) found.set(at, (found.get(at) ?? 0) + 1);
  return [...found.values()].some((count) => count === PER_WORD);
}

function termsOf(sources: readonly Source[], bits: bigint): ReadonlySet<number> {
  return new Set(sources.flatMap(({ terms }, at) => (((bits >> BigInt(at)) & 1n) === 1n ? terms : [])));
}

/** Who has all words, who has one in its name, and who has one at all. Phrases are a condition of every way. */
function sourcesOf({ terms, phrases }: Terms): Source[] {
  const always = phrases.map((phrase): Clause => ({ phrase }));
  const wanted = terms.flatMap(({ extra }, at) => (extra ? [] : [at]));
  const anyOf = (at: number): readonly string[] => [...(terms[at]?.stems.keys() ?? [])];
  const every: Source = { clauses: [...wanted.map((at) => ({ anyOf: anyOf(at) })), ...always], terms: wanted };
  const each = terms.flatMap((_term, at): Source[] => [
    { clauses: [{ anyOf: anyOf(at), inName: true }, ...always], terms: [at] },
    { clauses: [{ anyOf: anyOf(at) }, ...always], terms: [at] },
  ]);
  return wanted.length > 1 ? [every, ...each] : each;
}
