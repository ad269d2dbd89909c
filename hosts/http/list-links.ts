import type { Page } from 'svc-registry/kernel';

function link(
  url: string,
  cursor: string | null,
  [set, drop]: readonly [string, string],
): string | null {
  if (cursor === null) return null;
  const [path = '', query = ''] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.delete(drop);
  parameters.set(set, cursor);
  return `${path}?${parameters.toString()}`;
}

/** A page as a response document. Links are the request's own address with another cursor. */
export function listDocument({ data, next, prev, meta }: Page<unknown>, url: string): object {
  return {
    data,
    links: {
      next: link(url, next, ['page[after]', 'page[before]']),
      prev: link(url, prev, ['page[before]', 'page[after]']),
    },
    meta: { ...meta, count: data.length },
  };
}
