import { badCursor } from '../../../persistence/contract/errors.js';

/** The position of an entry in a list, and its identity. Cursors hold it. */
export interface ListPosition {
  /** Sort keys in order of precedence, ascending. Entries with equal ranks are sorted by name and path. */
  readonly ranks: readonly number[];
  readonly fullName: string;
  /** Empty for plugins. */
  readonly path: string;
}

export function textOfPosition({ ranks, fullName, path }: ListPosition): string {
  return JSON.stringify([ranks, fullName, path]);
}

/** Compares the ranks of the first with as many of the other. */
export function byRanks({ ranks }: ListPosition, other: ListPosition): number {
  for (const [at, rank] of ranks.entries()) {
    const difference = rank - (other.ranks[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export function inOrder(one: ListPosition, other: ListPosition): number {
  return (
    byRanks(one, other) || compare(one.fullName, other.fullName) || compare(one.path, other.path)
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

// PostgreSQL throws an error for these characters
const isText = (value: unknown): value is string =>
  typeof value === 'string' && !/[\0\p{Cs}]/u.test(value);
const isRanks = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(Number.isFinite);

/** Throws `bad_cursor` for a text that `textOfPosition` cannot have written for an entry with `count` ranks. */
export function positionOfText(text: string, count: number): ListPosition {
  const [ranks, fullName, path] = listOf(text);
  if (!isRanks(ranks) || ranks.length !== count || !isText(fullName) || !isText(path))
    throw badCursor();
  return { ranks, fullName, path };
}

function listOf(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // a text that is not JSON is not a cursor of this server
  }
  throw badCursor();
}
