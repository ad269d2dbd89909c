import type { Page } from 'svc-registry/kernel';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { badCursor, bothPageSides } from '../errors.js';

const MAX_ENTRIES = 100;

/** As the input of a list names it. */
export interface PageRequest {
  readonly pageSize?: number;
  readonly after?: string;
  readonly before?: string;
}

/** A page of a list that is sorted by a unique text key. */
export interface KeyPage {
  readonly size: number;
  /** Where to start: behind the key, or in front of it, walking the list backwards. */
  readonly from: { readonly key: string; readonly backwards: boolean } | undefined;
}

/** The opaque cursor of a key. */
export function encodeCursor(key: string): string {
  return Buffer.from(key, 'utf8').toString('base64url');
}

/** Throws `bad_cursor` for what `encodeCursor` cannot have made. */
export function decodeCursor(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  if (key === '' || key.includes('\0') || encodeCursor(key) !== cursor) throw badCursor();
  return key;
}

/** `largest` is also the size of a page when none is asked for. */
export function keyPage(request: PageRequest, largest = MAX_ENTRIES): KeyPage {
  const { after, before, pageSize } = request;
  if (after !== undefined && before !== undefined) throw bothPageSides();
  const cursor = after ?? before;
  const from =
    cursor === undefined
      ? undefined
      : { key: decodeCursor(cursor), backwards: after === undefined };
  return { size: Math.min(pageSize ?? largest, largest), from };
}

export interface KeyOrder {
  readonly column: string;
  readonly descending?: boolean;
}

/** The condition, order and limit of a page. One row more than fits is read, to know whether there are more. */
export function pageSql(
  page: KeyPage,
  order: KeyOrder,
): { where: string; parameters: string[]; tail: string } {
  const forwards = page.from?.backwards !== true;
  const descending = (order.descending ?? false) === forwards;
  return {
    where: page.from === undefined ? 'TRUE' : `${order.column} ${descending ? '<' : '>'} ?`,
    parameters: page.from === undefined ? [] : [page.from.key],
    tail: `ORDER BY ${order.column} ${descending ? 'DESC' : 'ASC'} LIMIT ${page.size + 1}`,
  };
}

/** The same for a query builder: the rows of a page, and one more. `column` is written as the builder knows it: `w.name`. */
export function onPage<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  page: KeyPage,
  order: KeyOrder,
): SelectQueryBuilder<T> {
  const forwards = page.from?.backwards !== true;
  const descending = (order.descending ?? false) === forwards;
  if (page.from !== undefined)
    query.andWhere(`${order.column} ${descending ? '<' : '>'} :pageKey`, {
      pageKey: page.from.key,
    });
  return query.orderBy(order.column, descending ? 'DESC' : 'ASC').limit(page.size + 1);
}

/** The page from the rows that a statement with `pageSql` or `onPage` has read. */
export function pageOf<Row>(
  page: KeyPage,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Page<Row> {
  const more = rows.length > page.size;
  const fitting = rows.slice(0, page.size);
  const backwards = page.from?.backwards === true;
  const data = backwards ? fitting.toReversed() : fitting;
  const cursorOf = (row: Row | undefined): string | null =>
    row === undefined ? null : encodeCursor(keyOf(row));
  const hasNext = backwards || more;
  const hasPrev = backwards ? more : page.from !== undefined;
  return {
    data,
    next: hasNext ? cursorOf(data.at(-1)) : null,
    prev: hasPrev ? cursorOf(data[0]) : null,
  };
}
