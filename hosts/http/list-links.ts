import { pageQuery, type Page } from 'svc-registry/kernel';

function link(
  url: string,
  cursor: string | null,
  { set, drop }: { readonly set: string; readonly drop: string },
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
  const { after, before } = pageQuery;
  return {
    data,
    links: {
      next: link(url, next, { set: after, drop: before }),
      prev: link(url, prev, { set: before, drop: after }),
    },
    meta: { ...meta, count: data.length },
  };
}
