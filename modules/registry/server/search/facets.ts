import type { SearchFacet } from '../../contract/search.js';
import type { DeclaredFact } from '../facts/declared-facts.js';
import type { FactsOf } from './fact-columns.js';

const MOST_VALUES = 20;

/** What hits are counted by. */
export interface Countable {
  readonly fullName: string;
  readonly organizationId: string;
  readonly facts: FactsOf;
}

/** How they are counted. */
export interface Counting {
  readonly facts: readonly DeclaredFact[];
  /** Names of the viewer's organizations by their ids; others are not counted. `undefined` for strangers. */
  readonly organizations?: ReadonlyMap<string, string> | undefined;
}

/** Counts hits by workspace, by the viewer's organizations, and by the text facts that modules contribute. */
export function facetsOf(
  hits: readonly Countable[],
  { facts, organizations }: Counting,
): SearchFacet[] {
  const own = organizations && {
    facet: 'organization',
    values: counted(hits.flatMap(({ organizationId }) => organizations.get(organizationId) ?? [])),
  };
  return [
    {
      facet: 'workspace',
      values: counted(hits.map(({ fullName }) => fullName.slice(0, fullName.indexOf('/')))),
    },
    ...(own === undefined ? [] : [own]),
    ...facts
      .filter(({ type }) => type === 'text')
      .map(({ name }) => ({
        facet: name,
        values: counted(hits.flatMap((hit) => hit.facts.get(name) ?? []).map(String)),
      })),
  ];
}

function counted(values: readonly string[]): SearchFacet['values'] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, MOST_VALUES);
}
