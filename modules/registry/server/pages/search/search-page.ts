import { inject, injectable } from 'tsyringe';
import { view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import type { SearchFacet } from '../../../contract/search.js';
import { hitKindOf, type SearchType } from '../../../contract/search-kinds.js';
import { searchRegistry } from '../../../contract/operations.js';
import { DeclaredFacts } from '../../facts/declared-facts.js';
import { asProblem, type SearchProblem } from './search-problem.js';
import { addressOf, stateOf, type SearchState } from './search-address.js';
import { shownFacets } from './shown-facets.js';
import { shownHit } from './shown-hit.js';

const template = new URL('search.njk', import.meta.url);
const PAGE = 20;
/** Counts of other types stop here. */
const COUNTED = 100;

const TYPES: readonly (readonly [text: string, type: SearchType | undefined])[] = [
  ['Plugins', undefined],
  ['Skills', 'skills'],
  ['Rules', 'rules'],
  ['Docs', 'docs'],
];
/** The orders that are offered, where a module of the server knows them. */
const SORTS: readonly (readonly [sort: string, text: string])[] = [
  ['newest', 'Newest'],
  ['score', 'Best score'],
  ['downloads', 'Most downloaded'],
];

/** Finds plugins, skills, rules and documents. Everything that is searched for stands in the address. */
@injectable()
export class SearchPage implements Page {
  constructor(@inject(DeclaredFacts) private readonly facts: DeclaredFacts) {}

  async get({ query, caller, invoke }: PageRequest) {
    const state = stateOf(query);
    const signedIn = caller.kind !== 'anonymous';
    const shared = { state, sorts: this.#sorts(state), signedIn };
    const found = await this.#find(state, invoke);
    if ('problem' in found)
      return view(template, {
        ...shared,
        problem: found.problem,
        types: typesOf(state, undefined),
        result: null,
      });
    const { data, next, meta } = found;
    const { total = 0, capped = false, facets = [] } = meta;
    const filters = { state, facets, facts: this.facts.all(), signedIn };
    const result = {
      hits: data.map((hit) => shownHit(hit, 2)),
      total,
      capped,
      facets: shownFacets(filters),
      more: next === null ? '' : addressOf(state, { after: next }),
      first: state.after === undefined ? '' : addressOf(state),
    };
    const types = typesOf(state, facets);
    return view(template, { ...shared, problem: null, types, result, ...emptyHelp(state, types) });
  }

  #sorts({ query, sort }: SearchState) {
    const known = SORTS.filter(([name]) => this.facts.get(name) !== undefined);
    const first = ['', query === '' ? 'Name' : 'Best match'] as const;
    return [first, ...known].map(([value, text]) => ({
      value,
      text,
      chosen: value === (sort ?? ''),
    }));
  }

  /** What somebody typed may be refused: the page says why. */
  async #find(state: SearchState, invoke: PageRequest['invoke']) {
    const { query, type, workspace, org, facets, sort, after } = state;
    try {
      return await invoke(searchRegistry, {
        query,
        pageSize: PAGE,
        count: true,
        ...(type !== undefined && { type }),
        ...(workspace !== undefined && { workspace }),
        ...(org !== undefined && { org }),
        ...(facets.length > 0 && { facets }),
        ...(sort !== undefined && { sort }),
        ...(after !== undefined && { after }),
      });
    } catch (error) {
      return { problem: asProblem(error) } satisfies { problem: SearchProblem };
    }
  }
}

/** The types with their counts, as far as they are known. */
function typesOf(state: SearchState, facets: readonly SearchFacet[] | undefined) {
  const counts = facets?.find(({ facet }) => facet === 'type')?.values ?? [];
  return TYPES.map(([text, type]) => {
    const count = counts.find(({ value }) => value === hitKindOf(type))?.count;
    const isOwn = type === state.type;
    const note =
      count === undefined ? '' : !isOwn && count >= COUNTED ? `${count}+` : String(count);
    return { text, href: addressOf(state, { type }), current: isOwn, note };
  });
}

/** What to try where nothing was found. */
function emptyHelp(state: SearchState, types: ReturnType<typeof typesOf>) {
  const isNarrowed =
    state.facets.length > 0 || state.workspace !== undefined || state.org !== undefined;
  const wider = { facets: [], workspace: undefined, org: undefined };
  return {
    wider: isNarrowed ? addressOf(state, wider) : '',
    elsewhere: types.filter(({ current, note }) => !current && note !== '' && note !== '0'),
    everything: addressOf({ ...state, query: '', ...wider, type: undefined }),
  };
}
