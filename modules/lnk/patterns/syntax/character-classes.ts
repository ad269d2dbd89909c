import type { Cursor } from './cursor.js';
import { readCharacterEscape, readClassEscape } from './escapes.js';
import { PatternError } from './pattern-error.js';
import type { ClassItem } from './pattern-node.js';

/** The POSIX classes, and `word`, as pairs of first and last character. */
export const ASCII_CLASSES: ReadonlyMap<string, readonly string[]> = new Map([
  ['alnum', ['09', 'AZ', 'az']],
  ['alpha', ['AZ', 'az']],
  ['ascii', ['\0\x7F']],
  ['blank', ['\t\t', '  ']],
  ['cntrl', ['\0\x1F', '\x7F\x7F']],
  ['digit', ['09']],
  ['graph', ['!~']],
  ['lower', ['az']],
  ['print', [' ~']],
  ['punct', ['!/', ':@', '[`', '{~']],
  ['space', ['\t\r', '  ']],
  ['upper', ['AZ']],
  ['word', ['09', 'AZ', '__', 'az']],
  ['xdigit', ['09', 'AF', 'af']],
]);

/** Operations on sets of characters, which some engines read as single characters. */
const OPERATIONS = ['&&', '--', '~~'];

interface Reading {
  readonly cursor: Cursor;
  readonly verbose: boolean;
  /** Where `[` stands. */
  readonly opened: number;
}

/** Reads a class whose `[` is behind the cursor, up to its `]`. */
export function readClass(
  cursor: Cursor,
  verbose: boolean,
): { readonly negated: boolean; readonly items: readonly ClassItem[] } {
  const reading: Reading = { cursor, verbose, opened: cursor.at - 1 };
  const negated = cursor.take('^');
  const items: ClassItem[] = [];
  skipSpace(reading);
  // a `]` that comes first is a character
  for (let first = true; first || !cursor.take(']'); first = false) {
    items.push(readItem(reading));
    skipSpace(reading);
  }
  return { negated, items };
}

function readItem(reading: Reading): ClassItem {
  const { cursor } = reading;
  const at = cursor.at;
  const from = readPart(reading);
  if (typeof from !== 'number') return from;
  skipSpace(reading);
  if (!cursor.sees('-') || cursor.sees('-]')) return { kind: 'range', from, to: from };
  refuseOperation(cursor);
  cursor.next();
  skipSpace(reading);
  const to = readPart(reading);
  if (typeof to !== 'number') {
    throw new PatternError(at, 'a range ends with a class; write `\\-` for the character `-`');
  }
  if (to < from) {
    throw new PatternError(at, 'a range ends before it starts; write its ends the other way round');
  }
  return { kind: 'range', from, to };
}

/** A character or a named set. */
function readPart(reading: Reading): number | ClassItem {
  const { cursor, opened } = reading;
  refuseOperation(cursor);
  if (cursor.sees('[')) return readPosix(cursor);
  if (cursor.take('\\')) {
    if (cursor.take('b')) return backspaceRefused(cursor);
    return readClassEscape(cursor) ?? readCharacterEscape(cursor);
  }
  const character = cursor.next();
  if (character === '') {
    throw new PatternError(opened, 'a class is never closed; add `]`, or write `\\[`');
  }
  return character.codePointAt(0) ?? 0;
}

function readPosix(cursor: Cursor): ClassItem {
  const at = cursor.at;
  const [, circumflex, name = ''] = cursor.takeMatch(/\[:(\^?)([A-Za-z]+):\]/y) ?? [];
  if (name === '') {
    throw new PatternError(
      at,
      'a class stands within a class; write all characters in one class, or `\\[` for the character',
    );
  }
  if (!ASCII_CLASSES.has(name)) {
    const names = [...ASCII_CLASSES.keys()].join(', ');
    throw new PatternError(at, `the class \`[:${name}:]\` does not exist; there are ${names}`);
  }
  return { kind: 'ascii', name, negated: circumflex === '^' };
}

function backspaceRefused(cursor: Cursor): never {
  throw new PatternError(cursor.at - 2, '`\\b` has no meaning in a class; write `\\x08`');
}

function refuseOperation(cursor: Cursor): void {
  const operation = OPERATIONS.find((text) => cursor.sees(text));
  if (operation === undefined) return;
  throw new PatternError(
    cursor.at,
    `\`${operation}\` in a class is an operation on sets, which does not exist here; ` +
      `write \`\\${operation[0] ?? ''}\` for the character, or the characters that are left`,
  );
}

function skipSpace({ cursor, verbose }: Reading): void {
  if (verbose) cursor.takeMatch(/\s+/y);
}
