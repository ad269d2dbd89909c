import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { keyPage, pageOf, readDatabaseKey, type KeyPage, type ReadDatabase } from '../../../persistence/contract/db.js';
import { addressInvalid } from '../../contract/errors.js';
import type { SearchHit, SearchInput, SearchMatch, SearchMeta } from '../../contract/search.js';
import { hitKindOf } from '../../contract/search-kinds.js';
import type { TileFilter } from '../read/visibility.js';
import { select } from '../statement.js';
import type { FoundDocument } from './candidates.js';
import { facetsOf } from './facets.js';
import { searchIndexOf } from './index-of-engine.js';
import type { IndexedKind } from './indexed-kinds.js';
import { linkOf } from './links.js';
import { listingStatement } from './listing-sql.js';
import { textOfPlace } from './places.js';
import { hitsOfPage, rankedHits } from './ranked-hits.js';
import { searchFiltersKey, type SearchFilters } from './search-filters.js';

const DEFAULT_SIZE = 20;

type Shown = Omit<FoundDocument, 'nameWords' | 'descriptionWords' | 'found'>;

interface Wanted {
  readonly query: string;
  readonly kind: IndexedKind;
  readonly filter: TileFilter;
  readonly page: KeyPage;
}

/** A page, and what its search found out about all hits. */
interface Found extends Page<SearchHit> {
  readonly meta?: Pick<SearchMeta, 'total' | 'capped' | 'facets'>;
}

@injectable()
export class SearchRegistryHandler implements Handler<SearchInput, Page<SearchHit>> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(searchFiltersKey) private readonly filters: SearchFilters,
  ) {}

  async run(input: SearchInput, { caller }: Context): Promise<Page<SearchHit> & { readonly meta: SearchMeta }> {
    const page = keyPage(Object.assign({}, input, { pageSize: input.pageSize ?? DEFAULT_SIZE }));
    const [query, kind] = [input.query?.trim() ?? '', hitKindOf(input.type)];
    const found = await this.#find({ query, kind, filter: await this.filters.of(input, caller), page });
    return { ...found, meta: { kind, signedIn: caller.kind !== 'anonymous', ...found.meta } };
  }

  async #find(wanted: Wanted): Promise<Found> {
    const { query } = wanted;
    const link = linkOf(query);
    if (link === undefined) return query === '' ? this.#listed(wanted) : this.#ranked(wanted);
    if ('problem' in link) throw addressInvalid({ address: query, meant: link.meant, why: link.problem });
    const { data, ...rest } = await this.#listed({ ...wanted, link: link.key });
    const matches: SearchMatch[] = [{ field: 'address', words: [query], ranges: [] }];
    return { ...rest, data: data.map((hit) => Object.assign(hit, { matches })) };
  }

  async #listed({ page, ...wanted }: Wanted & { readonly link?: string }): Promise<Found> {
    const { sql, parameters } = listingStatement({ ...wanted, page }, searchIndexOf(this.database.engine));
    const rows = await select<Shown>(this.database, sql, parameters);
    const { data, ...cursors } = pageOf(page, rows, ({ fullName, path }) => textOfPlace({ tier: 0, score: 0, fullName, path: path ?? '' }));
    return { ...cursors, data: data.map(hitOf) };
  }

  async #ranked({ page, ...wanted }: Wanted): Promise<Found> {
    const { hits, capped, matchesOf } = await rankedHits(this.database, wanted);
    const { data, ...cursors } = pageOf(page, hitsOfPage(hits, page), textOfPlace);
    const shown = data.map((hit) => Object.assign(hitOf(hit.document), { matches: matchesOf(hit) }, hit.weak && { weak: true }));
    return { ...cursors, data: shown, meta: { total: hits.length, ...(capped && { capped }), facets: facetsOf(hits) } };
  }
}

function hitOf({ fullName, version, private: hidden, kind, name, description, path }: Shown): SearchHit {
  const found = { plugin: fullName, version, private: Boolean(hidden) };
  return { ...found, kind, name, description, ...(path !== null && { path }) };
}
