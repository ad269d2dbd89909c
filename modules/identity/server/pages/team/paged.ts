import type { Page } from 'svc-registry/kernel';

export const PAGE = 50;

/** The part of a list that an address asks for with `after`. */
export function pageInput(query: URLSearchParams): { pageSize: number; after?: string } {
  const after = query.get('after');
  return { pageSize: PAGE, ...(after !== null && { after }) };
}

/** Addresses for the macro `pager`. */
export function pagerOf(
  path: string,
  query: URLSearchParams,
  { next }: Pick<Page<unknown>, 'next'>,
) {
  return {
    first: query.has('after') ? path : '',
    more: next === null ? '' : `${path}?${new URLSearchParams({ after: next }).toString()}`,
  };
}
