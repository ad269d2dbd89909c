import type { SearchFacet } from '../../contract/search.js';
import type { DeclaredFact } from '../facts/declared-facts.js';
import type { RankedHit } from './ranked-hits.js';

const MOST_VALUES = 20;

/** Counts the hits by workspace, and by the text facts that modules contribute. */
export const facetsOf = (
  hits: readonly RankedHit[],
  facts: readonly DeclaredFact[] = [],
): SearchFacet[] => [
  {
    facet: 'workspace',
    values: counted(hits.map(({ fullName }) => fullName.slice(0, fullName.indexOf('/')))),
  },
  ...facts
    .filter(({ type }) => type === 'text')
    .map(({ name }) => ({
      facet: name,
      values: counted(hits.flatMap(({ document }) => document.facts.get(name) ?? []).map(String)),
    })),
];

function counted(values: readonly string[]): SearchFacet['values'] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, MOST_VALUES);
}
