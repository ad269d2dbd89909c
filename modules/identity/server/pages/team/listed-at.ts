import { notFound, type Page } from 'svc-registry/kernel';

/** One part of a list: the first, or the one after a cursor. */
type List<T> = (after: { readonly after?: string }) => Promise<Page<T>>;

/** The entry that an address names, from a list that is read part by part. Throws `not_found`. */
export async function listedAt<T>(
  named: { readonly kind: string; readonly id: string },
  idOf: (entry: T) => string,
  list: List<T>,
): Promise<T> {
  for (let after: string | null | undefined; after !== null;) {
    const { data, next }: Page<T> = await list(after === undefined ? {} : { after });
    const found = data.find((entry) => idOf(entry) === named.id);
    if (found !== undefined) return found;
    after = next;
  }
  throw notFound(named);
}
