import { searchTypes, type SearchType } from '../../../contract/search-kinds.js';

/** What is searched, as the address of the page says it. */
export interface SearchState {
  readonly query: string;
  readonly type: SearchType | undefined;
  readonly workspace: string | undefined;
  readonly org: string | undefined;
  /** Chosen values of facets: `<facet>:<value>`. */
  readonly facets: readonly string[];
  readonly sort: string | undefined;
  readonly after: string | undefined;
}

const MOST_FACETS = 8;
const MOST_SIGNS = 500;

/** A form sends empty fields, too: they say nothing. */
export function stateOf(query: URLSearchParams): SearchState {
  const given = (name: string): string | undefined => query.get(name)?.trim() || undefined;
  return {
    query: (given('q') ?? '').slice(0, MOST_SIGNS),
    type: searchTypes.find((type) => type === query.get('type')),
    workspace: given('workspace'),
    org: given('org'),
    facets: [...new Set(query.getAll('facet'))].slice(0, MOST_FACETS),
    sort: given('sort'),
    after: given('after'),
  };
}

/** The address of a search; of its first page unless `after` says otherwise. */
export function addressOf(state: SearchState, change: Partial<SearchState> = {}): string {
  const { query, type, workspace, org, facets, sort, after } = {
    ...state,
    after: undefined,
    ...change,
  };
  const fields = Object.entries({ q: query, type, workspace, org, sort, after });
  const given = fields.flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
  const chosen = facets.map((facet): [string, string] => ['facet', facet]);
  const text = new URLSearchParams([...given, ...chosen]).toString();
  return text === '' ? '/search' : `/search?${text}`;
}
