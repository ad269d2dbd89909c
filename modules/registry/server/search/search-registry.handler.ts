import type { Caller, Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  keyPage,
  longReadsKey,
  pageOf,
  type KeyPage,
  type LongReads,
  type SqlDatabase,
} from '../../../persistence/contract/db.js';
import { addressInvalid, sortUnknown } from '../../contract/errors.js';
import type {
  FacetValue,
  SearchHit,
  SearchInput,
  SearchMatch,
  SearchMeta,
} from '../../contract/search.js';
import { hitKindOf } from '../../contract/search-kinds.js';
import type { ShownVersion } from '../../contract/version-facts.js';
import { isOrder, DeclaredFacts, type OrderFact } from '../facts/declared-facts.js';
import { ContributedFacts } from '../read/version-facts.js';
import { factsField } from '../read/views.js';
import { allOf } from '../read/visibility.js';
import { chosenValues, filterOfValues, rareValue, type ChosenValue } from './chosen-values.js';
import { countedList } from './counted-list.js';
import { facetsOf, type Counting } from './facets.js';
import { hitsOfPage } from './hits-of-page.js';
import { linkOf } from './links.js';
import { listedRows, type Listed } from './listed-rows.js';
import { textOfPosition } from './list-position.js';
import { OwnOrganizations } from './own-organizations.js';
import { rankedHits, type Question, type RankedHits } from './ranked-hits.js';
import { SearchFilters } from './search-filters.js';
import { otherTypes } from './type-counts.js';
import { shownOf } from './shown-versions.js';

const DEFAULT_SIZE = 20;
const RELEVANCE = 'relevance';

interface Wanted extends Question {
  readonly chosen: readonly ChosenValue[];
  /** `all`: lists are counted, too, and hits of other types. */
  readonly counting: Counting & { readonly all: boolean };
  readonly narrow: boolean;
  readonly page: KeyPage;
}

/** A hit, and the version that it belongs to. */
interface FoundHit {
  readonly hit: SearchHit;
  readonly shown: ShownVersion | undefined;
}

/** A page, and its search's data on all hits. */
interface Found extends Page<FoundHit> {
  readonly meta?: Pick<SearchMeta, 'total' | 'capped' | 'facets'>;
}

@injectable()
export class SearchRegistryHandler implements Handler<SearchInput, Page<SearchHit>> {
  constructor(
    @inject(longReadsKey) private readonly reads: LongReads,
    @inject(SearchFilters) private readonly filters: SearchFilters,
    @inject(DeclaredFacts) private readonly facts: DeclaredFacts,
    @inject(OwnOrganizations) private readonly organizations: OwnOrganizations,
    @inject(ContributedFacts) private readonly versionFacts: ContributedFacts,
  ) {}

  async run(
    input: SearchInput,
    { caller, spent }: Context,
  ): Promise<Page<SearchHit> & { readonly meta: SearchMeta }> {
    const page = keyPage(Object.assign({}, input, { pageSize: input.pageSize ?? DEFAULT_SIZE }));
    const [query, kind] = [input.query?.trim() ?? '', hitKindOf(input.type)];
    const order = this.orderOf(input.sort);
    const filter = await this.filters.of(input, caller);
    const narrow = (input.workspace ?? input.org) !== undefined;
    // the facets of all hits, and what they are sorted by
    const facts = this.facts.all().filter((fact) => fact.type === 'text' || fact === order);
    const chosen = chosenValues(input.facets ?? [], facts);
    const all = input.count === true;
    const organizations = all ? await this.organizations.of(caller) : undefined;
    const counting = { facts, organizations, all };
    const shown = this.versionFacts.some();
    const wanted = { query, kind, filter, narrow, facts, order, page, shown, chosen, counting };
    const found = await this.reads.run((database) => timed(spent, () => find(database, wanted)));
    const data = await this.withFacts(found.data, caller);
    return { ...found, data, meta: { kind, signedIn: caller.kind !== 'anonymous', ...found.meta } };
  }

  private async withFacts(found: readonly FoundHit[], viewer: Caller): Promise<SearchHit[]> {
    const shown = found.flatMap((one) => one.shown ?? []);
    const facts = await this.versionFacts.of(shown, { viewer, whole: false });
    return found.map(({ hit, shown: one }) =>
      Object.assign(hit, factsField(one && facts.get(one.version.id))),
    );
  }

  /** Throws `sort_unknown`. */
  private orderOf(sort = RELEVANCE): OrderFact | undefined {
    if (sort === RELEVANCE) return undefined;
    const fact = this.facts.get(sort);
    if (isOrder(fact)) return fact;
    const orders = this.facts.all().filter(isOrder);
    throw sortUnknown({ sort, known: [RELEVANCE, ...orders.map(({ name }) => name)].join(', ') });
  }
}

/** Reports how long the work took, even if it fails: a search that is stopped after five seconds costs the most. */
async function timed<T>(spent: Context['spent'], work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    spent?.(performance.now() - began);
  }
}

async function find(database: SqlDatabase, wanted: Wanted): Promise<Found> {
  const { query } = wanted;
  const link = linkOf(query);
  if (link === undefined) return query === '' ? listed(database, wanted) : ranked(database, wanted);
  if ('problem' in link)
    throw addressInvalid({ address: query, meant: link.meant, why: link.problem });
  const { data, ...rest } = await listed(database, { ...wanted, link: link.key, narrow: true });
  const matches: SearchMatch[] = [{ field: 'address', words: [query], ranges: [] }];
  return {
    ...rest,
    data: data.map(({ hit, shown }) => ({ hit: Object.assign(hit, { matches }), shown })),
  };
}

async function listed(
  database: SqlDatabase,
  wanted: Wanted & { readonly link?: string },
): Promise<Found> {
  const { chosen, counting } = wanted;
  const filter = allOf([wanted.filter, ...filterOfValues(chosen)]);
  const lead = await rareValue(database, chosen);
  const list = { ...wanted, filter, lead, narrow: wanted.narrow || lead !== undefined };
  const rows = await listedRows(database, list);
  const meta = counting.all ? await countedList(database, list, counting) : undefined;
  const { data, ...cursors } = pageOf(wanted.page, rows, (row) =>
    textOfPosition({ ...row, path: row.path ?? '' }),
  );
  return {
    ...cursors,
    data: data.map((row) => ({ hit: hitOf(row), shown: shownOf(row) })),
    ...(meta && { meta }),
  };
}

async function ranked(
  database: SqlDatabase,
  { page, counting, ...question }: Wanted,
): Promise<Found> {
  const all = await rankedHits(database, question);
  const { hits, capped, matchesOf, terms } = all;
  const { data, ...cursors } = pageOf(page, await hitsOfPage(database, all, page), textOfPosition);
  const found = data.map((hit) => ({
    hit: Object.assign(
      hitOf(hit.document),
      { matches: matchesOf(hit) },
      hit.weak && { weak: true },
    ),
    shown: hit.document.shown,
  }));
  const facets = facetsOf(
    hits.map(({ document }) => document),
    counting,
  );
  if (counting.all)
    facets.unshift({
      facet: 'type',
      values: await typesOf(database, { ...question, terms, hits }),
    });
  return {
    ...cursors,
    data: found,
    meta: { total: hits.length, ...(capped && { capped }), facets },
  };
}

/** The hits, and what other types have of the words. With chosen values only the hits are counted. */
async function typesOf(
  database: SqlDatabase,
  { kind, hits, terms, chosen, filter }: Question & Pick<RankedHits, 'hits' | 'terms'>,
): Promise<FacetValue[]> {
  const own = { value: kind, count: hits.length };
  const isNarrowed = chosen !== undefined && chosen.length > 0;
  if (terms === undefined || isNarrowed) return [own];
  return [own, ...(await otherTypes(database, { kind, terms, filter }))];
}

function hitOf({
  fullName,
  version,
  private: hidden,
  kind,
  name,
  description,
  path,
}: Listed): SearchHit {
  const found = { plugin: fullName, version, private: Boolean(hidden) };
  return { ...found, kind, name, description, ...(path !== null && { path }) };
}
