import type { ParseError } from 'toml-eslint-parser';
import type { Mistake } from '../../problem.js';

type Text = Pick<Mistake, 'message' | 'hint'>;

const QUOTES = 'Put texts in quotes; other values are numbers, true, false, lists and tables.';

/** The parser's messages, which have no codes, and what they mean for the author. */
const TEXTS: ReadonlyMap<string, Text> = new Map(
  Object.entries({
    'Unterminated string constant': {
      message: 'This text has no closing quote.',
      hint: 'Close it in the same line; texts of several lines stand between """ and """.',
    },
    'Unterminated table-key': {
      message: 'The header of a table is not closed here.',
      hint: 'Write [table], or [[table]] for one entry of a list.',
    },
    'Unterminated array': { message: 'A list is not closed.', hint: 'Write "]" behind it.' },
    'Unterminated inline table': {
      message: 'A table is not closed.',
      hint: 'Write "}" behind it.',
    },
    'Empty bare keys are not allowed': {
      message: 'A key is missing here.',
      hint: 'Write the name of the field.',
    },
    'Must be a newline': {
      message: 'The value before this has ended, and something follows in the same line.',
      hint: 'Begin a new line for each field, and put texts in quotes as a whole.',
    },
    'Expected equal (=) token': {
      message: 'An equals sign is expected here.',
      hint: 'Write key = value; quote keys that have other signs than letters, digits, "-" and "_".',
    },
    'Unspecified values are invalid': {
      message: 'A value is missing here.',
      hint: 'Write one, or remove the key.',
    },
    'Expected comma (,) token': {
      message: 'A comma is missing before this.',
      hint: 'Separate values by commas.',
    },
    'Defining a key multiple times is invalid': {
      message: 'This key is there twice.',
      hint: 'Keep one of them.',
    },
    'The key, equals sign, and value must be on the same line': {
      message: 'Key, equals sign and value are not in one line.',
      hint: 'Write key = value in one line.',
    },
    'No newlines are allowed between the curly braces unless they are valid within a value': {
      message: 'There is a line break in a table between "{" and "}".',
      hint: 'Write it in one line, or as a table with a header: [table].',
    },
    'Trailing comma is not permitted in an inline table': {
      message: 'There is a comma behind the last value of a table.',
      hint: 'Remove it.',
    },
    'Leading zeros are not allowed': {
      message: 'A number of TOML cannot begin with 0.',
      hint: 'Remove the zero, or put it in quotes if it is a text.',
    },
    'Invalid character in escape sequence': {
      message: 'TOML has no such escape.',
      hint: "Write a backslash as \\\\, or use single quotes, in which it is a sign like others: '\\.js$'.",
    },
    'Unexpected invalid date': { message: 'There is no such date.', hint: 'Put it in quotes.' },
    'Unexpected invalid time': { message: 'There is no such time.', hint: 'Put it in quotes.' },
  }),
);

/** The offset at which a mistake begins: of dates, the parser tells the end. */
export function startOf({ message, index }: ParseError, source: string): number {
  if (!/^Unexpected invalid (?:date|time)$/.test(message)) return index;
  return index - (/[\d:.TtZz+-]*$/.exec(source.slice(0, index))?.[0].length ?? 0);
}

/** What is wrong with a statement. */
export function explainToml({ message, index }: ParseError, source: string): Text {
  const known = TEXTS.get(message);
  if (source[index] === ':' && !source.slice(0, index).includes('='))
    return { message: 'TOML has no colon between key and value.', hint: 'Write key = value.' };
  if (known !== undefined) return known;
  if (/^Unexpected (?:character|token)$/.test(message)) return unexpected(source, index);
  return { message: `This is not valid TOML: ${message}.`, hint: QUOTES };
}

function unexpected(source: string, index: number): Text {
  if (index >= source.trimEnd().length)
    return {
      message: 'A statement ends too early.',
      hint: 'Each bracket and quote needs its pair.',
    };
  const line = /^[^\r\n]{0,40}/.exec(source.slice(index))?.[0] ?? '';
  if (/^[\w."'-]+\s*=/.test(line) && source.slice(0, index).includes('='))
    return { message: 'A list or table is not closed before this.', hint: 'Write its "]" or "}".' };
  const word = /^[\w.+-]+|^[^]/u.exec(line)?.[0] ?? '';
  return { message: `${JSON.stringify(word)} is not expected here.`, hint: hintOf(word) };
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['true', 'Write true.'],
  ['false', 'Write false.'],
  ['null', 'Remove the key: TOML has no null, and fields without a value are left out.'],
  ['//', 'Comments of TOML begin with "#".'],
]);

const hintOf = (word: string): string =>
  word === '/' ? 'Comments of TOML begin with "#"; put texts in quotes.' : hintOfWord(word);

const hintOfWord = (word: string): string =>
  WORDS.get(word.toLowerCase()) ??
  (/^[\w.+-]/.test(word) ? QUOTES : 'Remove it, or put it in quotes.');
