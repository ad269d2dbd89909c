import type { Cursor } from './cursor.js';
import type { Assertion, ClassItem } from './pattern-node.js';
import { PatternError } from './pattern-error.js';

export const ASSERTIONS = new Map<string, Assertion>([
  ['A', 'textStart'],
  ['z', 'textEnd'],
  ['b', 'wordBoundary'],
  ['B', 'noWordBoundary'],
]);

const CLASSES = new Map<string, string>([
  ['d', 'digit'],
  ['w', 'word'],
  ['s', 'space'],
]);

const CONTROLS = new Map<string, number>([
  ['0', 0],
  ['a', 7],
  ['t', 9],
  ['n', 10],
  ['v', 11],
  ['f', 12],
  ['r', 13],
  ['e', 27],
]);

const DIGITS = new Map<string, number>([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** Escapes that other tools give different meanings, and what to write. */
const UNKNOWN = new Map<string, string>([
  ['h', 'write `[0-9A-Fa-f]` for a hexadecimal digit, `[ \\t]` for a space'],
  ['H', 'write `[^0-9A-Fa-f]` or `[^ \\t]`'],
  ['<', 'write `<` for the character, `\\b` for the start of a word'],
  ['>', 'write `>` for the character, `\\b` for the end of a word'],
  ['K', 'write a look-behind, such as `(?<=a)b`'],
  ['G', 'write `\\A` for the start of the text'],
  ['R', 'write `(?:\\r\\n|[\\n\\r])` for the end of a line'],
  ['N', 'write `[^\\n]`'],
  ['X', 'write `.`'],
  ['C', 'write `.`'],
  ['g', 'write `\\1` for the first group'],
]);

/** `\d`, `\P{Lu}` and the like; `undefined` when none comes next. The cursor stands behind the backslash. */
export function readClassEscape(cursor: Cursor): ClassItem | undefined {
  const letter = cursor.peek();
  const lower = letter.toLowerCase();
  const name = CLASSES.get(lower);
  if (name !== undefined) {
    cursor.next();
    return { kind: 'ascii', name, negated: letter !== lower };
  }
  return lower === 'p' ? readUnicodeClass(cursor) : undefined;
}

const UNICODE_CLASS =
  /[pP](?:([A-Z])|\{(\^?)(?:(?:gc|sc|script|general_category)=)?([A-Za-z][\w ]*)\})/iy;

function readUnicodeClass(cursor: Cursor): ClassItem {
  const at = cursor.at - 1;
  const negated = cursor.sees('P');
  const match = cursor.takeMatch(UNICODE_CLASS);
  if (match === null) {
    throw new PatternError(
      at,
      'a Unicode class has no name; write it in braces, such as `\\p{L}` or `\\p{Greek}`',
    );
  }
  const [, letter, circumflex, name] = match;
  return { kind: 'unicode', name: letter ?? name ?? '', negated: negated !== (circumflex === '^') };
}

/** The code point of an escape that stands for one character. The cursor stands behind the backslash. */
export function readCharacterEscape(cursor: Cursor): number {
  const at = cursor.at - 1;
  const letter = cursor.next();
  const digits = DIGITS.get(letter);
  if (digits !== undefined) return readCodePoint(cursor, { at, letter, digits });
  const control = CONTROLS.get(letter);
  if (control !== undefined && !(letter === '0' && /\d/.test(cursor.peek()))) return control;
  if (letter === '')
    throw new PatternError(at, 'the last character is a single `\\`; write `\\\\`');
  const hint = UNKNOWN.get(letter);
  if (hint !== undefined) {
    throw new PatternError(at, `\`\\${letter}\` does not exist here; ${hint}`);
  }
  if (/[\p{L}\p{N}]/u.test(letter)) {
    const write = /\d/.test(letter)
      ? 'write `\\x00` for a character by its number'
      : `write \`${letter}\` for the character`;
    throw new PatternError(at, `\`\\${letter}\` has no meaning; ${write}`);
  }
  return letter.codePointAt(0) ?? 0;
}

interface Escape {
  readonly at: number;
  readonly letter: string;
  readonly digits: number;
}

function readCodePoint(cursor: Cursor, { at, letter, digits }: Escape): number {
  const match =
    cursor.takeMatch(/\{([\dA-Fa-f]{1,8})\}/y) ??
    cursor.takeMatch(new RegExp(`([\\dA-Fa-f]{${digits}})`, 'y'));
  const codePoint = Number.parseInt(match?.[1] ?? '', 16);
  if (Number.isNaN(codePoint)) {
    throw new PatternError(
      at,
      `\`\\${letter}\` is not followed by ${digits} hexadecimal digits; write \`\\x{1F600}\``,
    );
  }
  if (codePoint > 0x10_ff_ff || (codePoint >= 0xd8_00 && codePoint <= 0xdf_ff)) {
    throw new PatternError(at, 'an escape names a character that does not exist in Unicode');
  }
  return codePoint;
}
