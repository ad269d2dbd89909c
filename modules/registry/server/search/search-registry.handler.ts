import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { keyPage, pageOf, readDatabaseKey, type KeyPage, type ReadDatabase } from '../../../persistence/contract/db.js';
import { addressInvalid } from '../../contract/errors.js';
import type { SearchHit, SearchInput, SearchType } from '../../contract/search.js';
import type { TileFilter } from '../read/visibility.js';
import { select } from '../statement.js';
import type { FoundDocument } from './candidates.js';
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
  readonly kind: IndexedKind;
  readonly filter: TileFilter;
  readonly page: KeyPage;
}

@injectable()
export class SearchRegistryHandler implements Handler<SearchInput, Page<SearchHit>> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(searchFiltersKey) private readonly filters: SearchFilters,
  ) {}

  async run(input: SearchInput, { caller }: Context): Promise<Page<SearchHit>> {
    const page = keyPage(Object.assign({}, input, { pageSize: input.pageSize ?? DEFAULT_SIZE }));
    const wanted = { kind: kindOf(input.type), filter: await this.filters.of(input, caller), page };
    const query = input.query?.trim() ?? '';
    const link = linkOf(query);
    if (link !== undefined && 'problem' in link) throw addressInvalid({ address: query, meant: link.meant, why: link.problem });
    if (link !== undefined) return this.#listed({ ...wanted, link: link.key });
    return query === '' ? this.#listed(wanted) : this.#ranked(query, wanted);
  }

  async #listed({ page, ...wanted }: Wanted & { readonly link?: string }): Promise<Page<SearchHit>> {
    const { sql, parameters } = listingStatement({ ...wanted, page }, searchIndexOf(this.database.engine));
    const rows = await select<Shown>(this.database, sql, parameters);
    const { data, ...cursors } = pageOf(page, rows, ({ fullName, path }) => textOfPlace({ tier: 0, score: 0, fullName, path: path ?? '' }));
    return { ...cursors, data: data.map((row) => hitOf(row)) };
  }

  async #ranked(query: string, { page, kind, filter }: Wanted): Promise<Page<SearchHit>> {
    const hits = hitsOfPage(await rankedHits(this.database, { query, kind, filter }), page);
    const { data, ...cursors } = pageOf(page, hits, textOfPlace);
    return { ...cursors, data: data.map(({ document, weak }) => Object.assign(hitOf(document), weak && { weak })) };
  }
}

function kindOf(type: SearchType | undefined): IndexedKind {
  if (type === undefined) return 'plugin';
  return ({ skills: 'skill', rules: 'rule', docs: 'doc' } as const)[type];
}

function hitOf({ fullName, version, private: hidden, kind, name, description, path }: Shown): SearchHit {
  const found = { plugin: fullName, version, private: Boolean(hidden) };
  return { ...found, kind, name, description, ...(path !== null && { path }) };
}
