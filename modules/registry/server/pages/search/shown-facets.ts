import type { SearchFacet } from '../../../contract/search.js';
import { HOOKS, TOOL_SERVERS } from '../../../contract/plugin-facts.js';
import type { DeclaredFact } from '../../facts/declared-facts.js';
import { addressOf, type SearchState } from './search-address.js';

export interface ShownValue {
  readonly text: string;
  readonly count: number | null;
  /** Narrows the search to it, or for a chosen one no longer; without an address it is only counted. */
  readonly href: string;
  readonly chosen: boolean;
}

export interface ShownFacet {
  readonly title: string;
  readonly values: readonly ShownValue[];
}

interface Facets {
  readonly state: SearchState;
  readonly facets: readonly SearchFacet[];
  readonly facts: readonly DeclaredFact[];
  readonly signedIn: boolean;
}

/** The facets of a search, each value with the address of the search that it is narrowed to. */
export function shownFacets({ state, facets, facts, signedIn }: Facets): ShownFacet[] {
  const values = (name: string): SearchFacet['values'] =>
    facets.find(({ facet }) => facet === name)?.values ?? [];
  // both at once are refused
  const workspace = (value: string | undefined) => ({ workspace: value, org: undefined });
  const org = (value: string | undefined) => ({ workspace: undefined, org: value });
  const address = (change: Partial<SearchState>): string =>
    signedIn ? addressOf(state, change) : '';
  const texts = facts
    .filter(({ type }) => type === 'text')
    .map(({ name, summary }) => ({
      name,
      title: summary,
      values: ofFact(state, name, values(name)),
    }));
  const ofContents = texts.filter(({ name }) => name === HOOKS || name === TOOL_SERVERS);
  return [
    // what others say of a plugin goes first: most people look for that
    ...texts.filter((facet) => !ofContents.includes(facet)),
    {
      title: 'Workspace',
      values: ofPlace(state.workspace, values('workspace'), (value) => address(workspace(value))),
    },
    {
      title: 'Organization',
      values: ofPlace(state.org, values('organization'), (value) => address(org(value))),
    },
    ...ofContents,
  ].filter((facet) => facet.values.length > 0);
}

function ofFact(state: SearchState, name: string, values: SearchFacet['values']): ShownValue[] {
  const prefix = `${name}:`;
  const chosen = state.facets.filter((facet) => facet.startsWith(prefix));
  const without = state.facets.filter((facet) => !facet.startsWith(prefix));
  if (chosen.length > 0)
    return chosen.map((facet) => {
      const text = facet.slice(prefix.length);
      const count = values.find(({ value }) => value === text)?.count ?? 0;
      return { text, count, href: addressOf(state, { facets: without }), chosen: true };
    });
  return values.map(({ value, count }) => {
    const href = addressOf(state, { facets: [...state.facets, `${prefix}${value}`] });
    return { text: value, count, href, chosen: false };
  });
}

function ofPlace(
  chosen: string | undefined,
  values: SearchFacet['values'],
  address: (value: string | undefined) => string,
): ShownValue[] {
  if (chosen !== undefined)
    return [{ text: chosen, count: null, href: address(undefined), chosen: true }];
  return values.map(({ value, count }) => ({
    text: value,
    count,
    href: address(value),
    chosen: false,
  }));
}
