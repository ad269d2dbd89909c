import type { Cursor } from './cursor.js';
import { PatternError } from './pattern-error.js';

/** What `(?…)` switches on and off. */
export interface Flags {
  /** `i`: upper and lower case are the same. */
  readonly fold: boolean;
  /** `m`: `^` and `$` also match at the start and end of a line. */
  readonly multiline: boolean;
  /** `s`: `.` also matches the end of a line. */
  readonly dotAll: boolean;
  /** `U`: `*` takes as little as possible, `*?` as much as possible. */
  readonly swapGreed: boolean;
  /** `x`: white space and comments count for nothing. */
  readonly verbose: boolean;
}

export const NO_FLAGS: Flags = {
  fold: false,
  multiline: false,
  dotAll: false,
  swapGreed: false,
  verbose: false,
};

const MEMBERS = new Map<string, keyof Flags>([
  ['i', 'fold'],
  ['m', 'multiline'],
  ['s', 'dotAll'],
  ['U', 'swapGreed'],
  ['x', 'verbose'],
]);

/** Reads the letters between `(?` and `:` or `)`. */
export function readFlags(cursor: Cursor, flags: Flags): Flags {
  let result = flags;
  let on = true;
  for (;;) {
    const at = cursor.at;
    if (cursor.sees(':') || cursor.sees(')')) return result;
    const letter = cursor.next();
    if (letter === '-' && on) on = false;
    // Unicode is on anyway
    else if (letter === 'u' && on) continue;
    else result = { ...result, [memberOf(letter, at)]: on };
  }
}

function memberOf(letter: string, at: number): keyof Flags {
  const member = MEMBERS.get(letter);
  if (member !== undefined) return member;
  if (letter === '') throw new PatternError(at, 'a group is never closed; add `)`');
  throw new PatternError(
    at,
    `the group has the flag \`${letter}\`, which does not exist here; the flags are i, m, s, U and x`,
  );
}
