import { badCursor } from '../../../persistence/contract/errors.js';

/** Where an entry stood in the list: how well it matched, and what it is. Cursors hold it. */
export interface Place {
  readonly tier: number;
  readonly score: number;
  readonly fullName: string;
  /** Empty for plugins. */
  readonly path: string;
}

export function textOfPlace({ tier, score, fullName, path }: Place): string {
  return JSON.stringify([tier, score, fullName, path]);
}

// PostgreSQL fails on these characters instead of finding nothing
const isText = (value: unknown): value is string => typeof value === 'string' && !/[\0\p{Cs}]/u.test(value);
const isTier = (value: unknown): value is number => value === 0 || value === 1;

/** Throws `bad_cursor` for what `textOfPlace` cannot have written. */
export function placeOfText(text: string): Place {
  const [tier, score, fullName, path] = listOf(text);
  if (!isTier(tier) || !Number.isFinite(score) || !isText(fullName) || !isText(path)) throw badCursor();
  return { tier, score: score as number, fullName, path };
}

function listOf(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // no JSON: not one of ours either
  }
  throw badCursor();
}
