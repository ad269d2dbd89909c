import type { SearchMatch } from '../../contract/search.js';
import type { KeyPage, SqlDatabase } from '../../../persistence/contract/db.js';
import type { TileFilter } from '../read/visibility.js';
import { askedOf } from './asked.js';
import { candidatesOf, type FoundDocument } from './candidates.js';
import type { IndexedKind } from './indexed-kinds.js';
import { matchesOf } from './matches.js';
import { placeOfText, type Place } from './places.js';
import { rank } from './ranking.js';
import { termsOf } from './vocabulary.js';

/** A hit, and what puts it in its place. */
export interface RankedHit extends Place {
  readonly document: FoundDocument;
  readonly weak: boolean;
}

/** All hits of a query. */
export interface RankedHits {
  /** The best first. */
  readonly hits: readonly RankedHit[];
  /** More documents have one of the words than are ranked. */
  readonly capped: boolean;
  /** Why one of the hits was found. */
  readonly matchesOf: (hit: RankedHit) => SearchMatch[];
}

const none: RankedHits = { hits: [], capped: false, matchesOf: () => [] };

/** Finds and ranks what has some of the words of a query; none when it holds no word. */
export async function rankedHits(
  database: SqlDatabase,
  { query, kind, filter }: { readonly query: string; readonly kind: IndexedKind; readonly filter: TileFilter },
): Promise<RankedHits> {
  const asked = askedOf(query);
  if (asked.words.length === 0) return none;
  const terms = await termsOf(database, asked);
  const { documents, capped } = await candidatesOf(database, { kind, terms, filter });
  const name = query.trim().toLowerCase();
  const hits = rank(documents, terms)
    .map(({ candidate, score, weak }): RankedHit => {
      const { fullName, path } = candidate;
      return { document: candidate, weak, tier: isNamed(candidate, name) ? 0 : 1, score, fullName, path: path ?? '' };
    })
    .sort(inOrder);
  return { hits, capped, matchesOf: ({ document }) => matchesOf(document, terms) };
}

/**
 * The hits of a page, and one more, nearest to the cursor first. It begins beside where the cursor's entry stands now: whatever is published
 * meanwhile moves ranks, of all entries alike. What is gone is taken for standing where it stood. Throws `bad_cursor`.
 */
export function hitsOfPage(hits: readonly RankedHit[], { from, size }: KeyPage): RankedHit[] {
  if (from === undefined) return hits.slice(0, size + 1);
  const place = placeOfText(from.key);
  const now = hits.find(({ fullName, path }) => fullName === place.fullName && path === place.path) ?? place;
  return from.backwards
    ? hits
        .filter((hit) => inOrder(hit, now) < 0)
        .toReversed()
        .slice(0, size + 1)
    : hits.filter((hit) => inOrder(hit, now) > 0).slice(0, size + 1);
}

function isNamed({ fullName, name }: FoundDocument, wanted: string): boolean {
  return name === wanted || fullName === wanted || fullName.slice(fullName.indexOf('/') + 1) === wanted;
}

function inOrder(one: Place, other: Place): number {
  return one.tier - other.tier || other.score - one.score || compare(one.fullName, other.fullName) || compare(one.path, other.path);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
