import { describe, expect, it } from '@jest/globals';
import type { Page } from 'svc-registry/kernel';
import type { SearchHit } from '../../contract/search.js';
import { hitsAt } from './search-pages.js';

/** A server with so many hits, and the sizes of the pages that it was asked for. */
function server(count: number) {
  const sizes: number[] = [];
  const ask = ({
    pageSize = 20,
    after = '0',
  }: {
    pageSize?: number;
    after?: string;
  }): Promise<Page<SearchHit>> => {
    sizes.push(pageSize);
    const [start, end] = [Number(after), Math.min(count, Number(after) + pageSize)];
    const data = Array.from(
      { length: end - start },
      (_, at) => ({ name: `${start + at}` }) as SearchHit,
    );
    return Promise.resolve({ data, next: end < count ? `${end}` : null, prev: null });
  };
  return {
    sizes,
    at: async (page: number, limit: number) =>
      (await hitsAt({ page, limit }, ask)).data.map(({ name }) => Number(name)),
  };
}

describe('a page by its number', () => {
  it.each([
    { page: 1, limit: 3, hits: [0, 1, 2], sizes: [3] },
    { page: 2, limit: 3, hits: [3, 4, 5], sizes: [3, 3] },
    { page: 84, limit: 3, hits: [249], sizes: [100, 100, 49, 3] },
    { page: 85, limit: 3, hits: [], sizes: [100, 100, 52] },
    {
      page: 3,
      limit: 100,
      hits: Array.from({ length: 50 }, (_, at) => 200 + at),
      sizes: [100, 100, 100],
    },
  ])('$page of $limit hits', async ({ page, limit, hits, sizes }) => {
    const { at, sizes: asked } = server(250);
    expect(await at(page, limit)).toEqual(hits);
    expect(asked).toEqual(sizes);
  });
});
