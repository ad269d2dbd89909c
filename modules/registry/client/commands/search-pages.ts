import type { Page } from 'svc-registry/kernel';
import type { SearchHit, SearchInput } from '../../contract/search.js';

/** Which hits to show. */
export interface Part {
  /** Hits per page. */
  readonly limit: number;
  /** 1 is the first. */
  readonly page: number;
}

/** Most hits that one call returns. */
const MOST_AT_ONCE = 100;

type Ask = (page: Pick<SearchInput, 'pageSize' | 'after'>) => Promise<Page<SearchHit>>;

/** The hits of a page by its number. The server only has cursors, so earlier pages are requested too. */
export async function hitsAt({ limit, page }: Part, ask: Ask): Promise<Page<SearchHit>> {
  let before = (page - 1) * limit;
  let cursor = {};
  while (before > 0) {
    const passed = await ask({ pageSize: Math.min(before, MOST_AT_ONCE), ...cursor });
    before -= passed.data.length;
    if (passed.next === null) return { ...passed, data: [] };
    cursor = { after: passed.next };
  }
  return ask({ pageSize: limit, ...cursor });
}
