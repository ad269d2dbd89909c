import type { SearchMatch } from '../../contract/search.js';
import type { SqlDatabase } from '../../../persistence/contract/db.js';
import type { TileFilter } from '../read/visibility.js';
import type { DeclaredFact, OrderFact } from '../facts/declared-facts.js';
import { askedOf } from './asked.js';
import { hasValues, type ChosenValue } from './chosen-values.js';
import type { Terms } from './terms.js';
import { candidatesOf, type FoundDocument } from './candidates.js';
import type { IndexedKind } from '../entities/document.entity.js';
import { matchesOf } from './matches.js';
import { inOrder, type ListPosition } from './list-position.js';
import { rank, type Ranked } from './ranking.js';
import { termsOf } from './vocabulary.js';

/** How many ranks hits have by what they are sorted by. */
export const RANKS = { relevance: 2, fact: 5 } as const;

/** A hit, and its sort keys. */
export interface RankedHit extends ListPosition {
  readonly document: FoundDocument;
  readonly weak: boolean;
}

/** What is looked for, and how it is shown. */
export interface Question {
  readonly query: string;
  readonly kind: IndexedKind;
  readonly filter: TileFilter;
  /** The facts to look up for all hits: their facets and sort keys. */
  readonly facts?: readonly DeclaredFact[];
  /** The sort order other than by how well hits match. */
  readonly order?: OrderFact | undefined;
  /** Values of facets that hits have to have; the ranking knows nothing of them. */
  readonly chosen?: readonly ChosenValue[];
  /** Whether other modules know facts of the versions. */
  readonly shown?: boolean;
}

/** All hits of a query. */
export interface RankedHits {
  /** The best first; the order of equal matches is undefined. */
  readonly hits: readonly RankedHit[];
  /** What was looked for; without words `undefined`. */
  readonly terms: Terms | undefined;
  /** The sort order other than by how well hits match. */
  readonly order: OrderFact | undefined;
  /** More documents have one of the words than are ranked. */
  readonly capped: boolean;
  /** Why one of the hits was found. */
  readonly matchesOf: (hit: RankedHit) => SearchMatch[];
}

/** Finds and ranks documents with some of a query's words; none if the query has no words. */
export async function rankedHits(
  database: SqlDatabase,
  { query, kind, filter, facts = [], order, chosen = [], shown }: Question,
): Promise<RankedHits> {
  const asked = askedOf(query);
  if (asked.words.length === 0)
    return { hits: [], terms: undefined, order, capped: false, matchesOf: () => [] };
  const terms = await termsOf(database, asked);
  const { documents, capped } = await candidatesOf(database, { kind, terms, facts, filter, shown });
  const name = query.trim().toLowerCase();
  const hits = rank(documents, terms)
    .filter(({ candidate }) => hasValues(candidate.facts, chosen))
    .map((ranked): RankedHit => {
      const { candidate, score, weak } = ranked;
      const ranks = [...ranksBy(order, ranked), isNamed(candidate, name) ? 0 : 1, -score];
      return {
        document: candidate,
        weak,
        ranks,
        fullName: candidate.fullName,
        path: candidate.path ?? '',
      };
    })
    .sort(inOrder);
  return { hits, terms, order, capped, matchesOf: ({ document }) => matchesOf(document, terms) };
}

/** Plugins without the fact come last, and weak matches after everything else. */
function ranksBy(
  order: OrderFact | undefined,
  { candidate: { facts }, weak }: Ranked<FoundDocument>,
): readonly number[] {
  return order === undefined
    ? []
    : [weak ? 1 : 0, facts.has(order.name) ? 0 : 1, Number(facts.get(order.name) ?? 0)];
}

function isNamed({ fullName, name }: FoundDocument, wanted: string): boolean {
  return (
    name === wanted || fullName === wanted || fullName.slice(fullName.indexOf('/') + 1) === wanted
  );
}
