import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { keyPage, longReadsKey, pageOf, type KeyPage, type LongReads, type SqlDatabase } from '../../../persistence/contract/db.js';
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
    @inject(longReadsKey) private readonly reads: LongReads,
    @inject(searchFiltersKey) private readonly filters: SearchFilters,
  ) {}

  async run(input: SearchInput, { caller }: Context): Promise<Page<SearchHit> & { readonly meta: SearchMeta }> {
    const page = keyPage(Object.assign({}, input, { pageSize: input.pageSize ?? DEFAULT_SIZE }));
    const [query, kind] = [input.query?.trim() ?? '', hitKindOf(input.type)];
    const filter = await this.filters.of(input, caller);
    const found = await this.reads.run((database) => find(database, { query, kind, filter, page }));
    return { ...found, meta: { kind, signedIn: caller.kind !== 'anonymous', ...found.meta } };
  }
}

async function find(database: SqlDatabase, wanted: Wanted): Promise<Found> {
  const { query } = wanted;
  const link = linkOf(query);
  if (link === undefined) return query === '' ? listed(database, wanted) : ranked(database, wanted);
  if ('problem' in link) throw addressInvalid({ address: query, meant: link.meant, why: link.problem });
  const { data, ...rest } = await listed(database, { ...wanted, link: link.key });
  const matches: SearchMatch[] = [{ field: 'address', words: [query], ranges: [] }];
  return { ...rest, data: data.map((hit) => Object.assign(hit, { matches })) };
}

async function listed(database: SqlDatabase, { page, ...wanted }: Wanted & { readonly link?: string }): Promise<Found> {
  const { sql, parameters } = listingStatement({ ...wanted, page }, searchIndexOf(database.engine));
  const rows = await select<Shown>(database, sql, parameters);
  const { data, ...cursors } = pageOf(page, rows, ({ fullName, path }) => textOfPlace({ tier: 0, score: 0, fullName, path: path ?? '' }));
  return { ...cursors, data: data.map(hitOf) };
}

async function ranked(database: SqlDatabase, { page, ...wanted }: Wanted): Promise<Found> {
  const { hits, capped, matchesOf } = await rankedHits(database, wanted);
  const { data, ...cursors } = pageOf(page, hitsOfPage(hits, page), textOfPlace);
  const shown = data.map((hit) => Object.assign(hitOf(hit.document), { matches: matchesOf(hit) }, hit.weak && { weak: true }));
  return { ...cursors, data: shown, meta: { total: hits.length, ...(capped && { capped }), facets: facetsOf(hits) } };
}

function hitOf({ fullName, version, private: hidden, kind, name, description, path }: Shown): SearchHit {
  const found = { plugin: fullName, version, private: Boolean(hidden) };
  return { ...found, kind, name, description, ...(path !== null && { path }) };
}
