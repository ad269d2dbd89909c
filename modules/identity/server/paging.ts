import { invalidInput, type Page } from 'svc-registry/kernel';
import type { PageInput } from '../contract/dto/paging.js';

const DEFAULT_SIZE = 100;

export interface PageRequest {
  /** Entries wanted; read one more to learn whether there is a next page. */
  readonly size: number;
  /** Sort key of the last entry of the page before; empty on the first page. */
  readonly after: string;
}

/** The list's cursor is the sort key of its last entry: it stays right when entries come and go. */
export function pageRequest({ pageSize, after }: PageInput): PageRequest {
  return { size: pageSize ?? DEFAULT_SIZE, after: after === undefined ? '' : keyIn(after) };
}

function keyIn(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  // only what `pageOf` can have made: else a mistaken cursor would quietly start somewhere
  if (key !== '' && !key.includes('\0') && Buffer.from(key).toString('base64url') === cursor) return key;
  throw invalidInput({ what: 'This is no cursor of a list.' }, { issues: [{ field: 'after', message: 'is no cursor' }] });
}

/** A page from rows sorted by key, of which one more than wanted was read. Pages are walked forward only. */
export function pageOf<T>(rows: readonly T[], size: number, keyOf: (row: T) => string): Page<T> {
  const data = rows.slice(0, size);
  const last = data.at(-1);
  const next = rows.length > size && last !== undefined ? Buffer.from(keyOf(last)).toString('base64url') : null;
  return { data, next, prev: null };
}
