import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { keyPage, pageOf, readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { SearchHit, SearchInput } from '../../contract/search.js';
import type { IndexedKind } from './indexed-kinds.js';
import { select } from '../statement.js';
import { searchIndexOf } from './index-of-engine.js';
import { textOfPlace } from './places.js';
import { searchFiltersKey, type SearchFilters } from './search-filters.js';
import { searchStatement } from './search-sql.js';

const DEFAULT_SIZE = 20;

interface HitRow {
  readonly tier: number;
  readonly score: number;
  readonly kind: IndexedKind;
  readonly name: string;
  readonly description: string;
  readonly path: string | null;
  readonly full_name: string;
  readonly private: boolean | number;
  readonly semver: string;
}

@injectable()
export class SearchRegistryHandler implements Handler<SearchInput, Page<SearchHit>> {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(searchFiltersKey) private readonly filters: SearchFilters,
  ) {}

  async run(input: SearchInput, { caller }: Context): Promise<Page<SearchHit>> {
    const page = keyPage(Object.assign({}, input, { pageSize: input.pageSize ?? DEFAULT_SIZE }));
    const filter = await this.filters.of(input, caller);
    const statement = searchStatement(input, searchIndexOf(this.database.engine), { filter, page });
    if (statement === undefined) return { data: [], next: null, prev: null };
    const rows = await select<HitRow>(this.database, statement.sql, statement.parameters);
    const { data, ...cursors } = pageOf(page, rows, ({ tier, score, full_name: fullName, path }) =>
      textOfPlace({ tier, score, fullName, path: path ?? '' }),
    );
    return { ...cursors, data: data.map(hitOf) };
  }
}

function hitOf(row: HitRow): SearchHit {
  const found = { plugin: row.full_name, version: row.semver, private: Boolean(row.private) };
  const place = row.path === null ? {} : { path: row.path };
  return { ...found, kind: row.kind, name: row.name, description: row.description, ...place };
}
