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

/** A page of a list that is sorted by a unique key. */
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

/** The same with a list of columns that are unique together, such as `['d.startedAt', 'd.id']`. */
export interface ColumnsOrder extends Pick<KeyOrder, 'descending'> {
  readonly column: string | readonly string[];
}

/** The key of a row: a text for each column, as the database compares it. An instant is its `toISOString()`. */
export type RowKey = string | readonly string[];

function textOf(key: RowKey): string {
  return typeof key === 'string' ? key : JSON.stringify(key);
}

function partsOf(key: string, columns: readonly string[]): readonly string[] {
  if (columns.length === 1) return [key];
  try {
    const parts: unknown = JSON.parse(key);
    if (Array.isArray(parts) && parts.length === columns.length) return parts.map(String);
  } catch {
    // refused like any other cursor that this list has not made
  }
  throw badCursor();
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

/**
 * The same for a query builder: the rows of a page, and one more. Columns are written as the builder knows them: `w.name`. With several columns
 * the key of a row is the list of their values.
 */
export function onPage<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  page: KeyPage,
  order: ColumnsOrder,
): SelectQueryBuilder<T> {
  const forwards = page.from?.backwards !== true;
  const descending = (order.descending ?? false) === forwards;
  const columns = [order.column].flat();
  if (page.from !== undefined) {
    const parts = partsOf(page.from.key, columns);
    const names = parts.map((_, index) => `:pageKey${index}`);
    query.andWhere(
      `(${columns.join(', ')}) ${descending ? '<' : '>'} (${names.join(', ')})`,
      Object.fromEntries(parts.map((part, index) => [`pageKey${index}`, part])),
    );
  }
  query.orderBy();
  for (const column of columns) query.addOrderBy(column, descending ? 'DESC' : 'ASC');
  return query.limit(page.size + 1);
}

/** The page from the rows that a statement with `pageSql` or `onPage` has read. */
export function pageOf<Row>(
  page: KeyPage,
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
): Page<Row> {
  const more = rows.length > page.size;
  const fitting = rows.slice(0, page.size);
  const backwards = page.from?.backwards === true;
  const data = backwards ? fitting.toReversed() : fitting;
  const cursorOf = (row: Row | undefined): string | null =>
    row === undefined ? null : encodeCursor(textOf(keyOf(row)));
  const hasNext = backwards || more;
  const hasPrev = backwards ? more : page.from !== undefined;
  return {
    data,
    next: hasNext ? cursorOf(data.at(-1)) : null,
    prev: hasPrev ? cursorOf(data[0]) : null,
  };
}
