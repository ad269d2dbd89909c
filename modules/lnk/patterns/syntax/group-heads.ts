import type { Cursor } from './cursor.js';
import { readFlags, type Flags } from './flags.js';
import { PatternError } from './pattern-error.js';

/** How a group begins. */
export type GroupHead =
  | { readonly kind: 'capture'; readonly name?: string }
  | { readonly kind: 'plain'; readonly flags: Flags }
  /** `(?i)`: for the rest of the group that it stands in. */
  | { readonly kind: 'flags'; readonly flags: Flags }
  | { readonly kind: 'atomic' }
  | { readonly kind: 'look'; readonly behind: boolean; readonly negative: boolean }
  /** `(?P=name)`, which is closed already. */
  | { readonly kind: 'backreference'; readonly name: string }
  | { readonly kind: 'comment' };

const LOOKS = new Map([
  ['?=', { kind: 'look', behind: false, negative: false } as const],
  ['?!', { kind: 'look', behind: false, negative: true } as const],
  ['?<=', { kind: 'look', behind: true, negative: false } as const],
  ['?<!', { kind: 'look', behind: true, negative: true } as const],
]);

/** Forms of other tools, and what to write. */
const UNKNOWN = new Map([
  ["?'", 'write `(?<name>…)` for a named group'],
  ['?|', 'write `(?:…|…)`'],
  ['?(', 'write the alternatives, such as `(?:a…|b…)`'],
  ['?R', 'a pattern cannot contain itself; write how it repeats'],
  ['?&', 'a pattern cannot contain itself; write how it repeats'],
  ['?P>', 'a pattern cannot contain itself; write how it repeats'],
  ['*', 'write `\\*` for the character'],
]);

/** Reads what stands behind a `(`. */
export function readGroupHead(cursor: Cursor, flags: Flags): GroupHead {
  const at = cursor.at - 1;
  for (const [text, head] of LOOKS) if (cursor.take(text)) return head;
  refuseUnknown(cursor, at);
  if (cursor.take('?>')) return { kind: 'atomic' };
  if (cursor.take('?#')) return readComment(cursor, at);
  if (cursor.sees('?P=')) return readReference(cursor, at);
  if (cursor.sees('?<') || cursor.sees('?P<')) return readNamed(cursor, at);
  if (!cursor.take('?')) return { kind: 'capture' };
  const changed = readFlags(cursor, flags);
  return { kind: cursor.next() === ':' ? 'plain' : 'flags', flags: changed };
}

function refuseUnknown(cursor: Cursor, at: number): void {
  for (const [text, hint] of UNKNOWN) {
    if (!cursor.sees(text)) continue;
    throw new PatternError(at, `\`(${text}\` does not exist here; ${hint}`);
  }
}

function readComment(cursor: Cursor, at: number): GroupHead {
  if (cursor.takeMatch(/[^)]*\)/y) === null) {
    throw new PatternError(at, 'a comment is never closed; add `)`');
  }
  return { kind: 'comment' };
}

function readReference(cursor: Cursor, at: number): GroupHead {
  const name = cursor.takeMatch(/\?P=(\w+)\)/y)?.[1];
  if (name === undefined) {
    throw new PatternError(at, 'a back-reference has no name; write `(?P=name)`');
  }
  return { kind: 'backreference', name };
}

function readNamed(cursor: Cursor, at: number): GroupHead {
  const name = cursor.takeMatch(/\?P?<([A-Za-z_]\w*)>/y)?.[1];
  if (name === undefined) {
    throw new PatternError(
      at,
      "a group's name is not closed or not made of letters, digits and `_`; write `(?<name>…)`",
    );
  }
  return { kind: 'capture', name };
}
