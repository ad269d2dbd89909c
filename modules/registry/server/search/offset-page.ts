import type { Page } from 'svc-registry/kernel';
import { decodeCursor, encodeCursor } from '../../../persistence/contract/db.js';
import { badCursor, bothPageSides } from '../../../persistence/contract/errors.js';
import type { SearchInput } from '../../contract/search.js';

const DEFAULT_SIZE = 20;
/** Nobody reads further; and every page costs the database all the pages before it. */
const MAX_OFFSET = 10_000;

/** A page of a list that is sorted by rank. */
export interface OffsetPage {
  readonly size: number;
  readonly offset: number;
}

/** `after` names the first entry of the page, `before` the one behind its last. */
export function offsetPage({ pageSize = DEFAULT_SIZE, after, before }: SearchInput): OffsetPage {
  if (after !== undefined && before !== undefined) throw bothPageSides();
  if (before !== undefined) return { size: pageSize, offset: Math.max(0, offsetOf(before) - pageSize) };
  return { size: pageSize, offset: after === undefined ? 0 : offsetOf(after) };
}

function offsetOf(cursor: string): number {
  const text = decodeCursor(cursor);
  const offset = Number(text);
  if (!/^\d{1,5}$/.test(text) || offset > MAX_OFFSET) throw badCursor();
  return offset;
}

/** From rows of which one more than fits was read. */
export function offsetPageOf<Row>({ size, offset }: OffsetPage, rows: readonly Row[]): Page<Row> {
  const end = offset + size;
  const hasNext = rows.length > size && end <= MAX_OFFSET;
  return {
    data: rows.slice(0, size),
    next: hasNext ? encodeCursor(String(end)) : null,
    prev: offset > 0 ? encodeCursor(String(offset)) : null,
  };
}
