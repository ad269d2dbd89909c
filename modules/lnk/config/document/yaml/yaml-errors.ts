import type { ErrorCode } from 'yaml';
import type { Mistake } from '../../problem.js';

type Text = Pick<Mistake, 'message' | 'hint'>;

/** After these errors the parser has taken a part of the value for a key. */
export const NESTING: ReadonlySet<ErrorCode> = new Set(['BLOCK_AS_IMPLICIT_KEY', 'BLOCK_IN_FLOW']);

/** What the parser reports, by its codes, and what it means for the author. */
const TEXTS: Partial<Readonly<Record<ErrorCode, Text>>> = {
  TAB_AS_INDENT: {
    message: 'This line is indented by a tab, which YAML does not allow.',
    hint: 'Indent all lines by spaces.',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'This value would begin an object in the line of its key.',
    hint: 'Put a text that has a colon in quotes, and begin an object in the next line.',
  },
  MULTILINE_IMPLICIT_KEY: {
    message: 'A key goes on in the next line.',
    hint: 'Write `key: value`, and give fields of one object the same indent.',
  },
  BAD_DQ_ESCAPE: {
    message: 'YAML has no such escape.',
    hint: "Write a backslash as \\\\, or use single quotes, in which it is a sign like others: '\\.js$'.",
  },
  BAD_PROP_ORDER: {
    message: 'An anchor or tag stands in the wrong position.',
    hint: 'Write it directly before the value.',
  },
  BAD_SCALAR_START: {
    message: 'A text without quotes cannot begin with this sign.',
    hint: 'Put it in quotes.',
  },
  BLOCK_IN_FLOW: {
    message: 'Between brackets a comma is missing, or a value is written by indents.',
    hint: 'Separate values by commas, and use brackets for what is inside of brackets.',
  },
  MULTIPLE_ANCHORS: { message: 'A value has two anchors.', hint: 'Remove one of them.' },
  BAD_ALIAS: { message: 'This alias has no valid name.', hint: 'Write *name.' },
  MISSING_CHAR: {
    message: 'Something is missing here.',
    hint: 'Check that quotes and brackets come in pairs.',
  },
  UNEXPECTED_TOKEN: {
    message: 'The value before this has ended, and something follows that does not belong to it.',
    hint: 'Put texts in quotes as a whole; a double quote inside of double quotes is \\".',
  },
  BAD_INDENT: {
    message: 'This line has another indent than the lines that it belongs to.',
    hint: 'Indent the fields of one object by the same number of spaces.',
  },
};

/** Texts for what the parser tells apart in its message only. */
const BY_MESSAGE: readonly (readonly [RegExp, Text])[] = [
  [
    /^Implicit map keys need to be followed/,
    {
      message: 'This line has no colon behind its key.',
      hint: 'Write `key: value`, and indent the lines of a long text.',
    },
  ],
  [
    /^Missing closing .?quote|^Missing closing ["']/,
    { message: 'This text has no closing quote.', hint: 'Write it.' },
  ],
  [
    /(?:must|and) end with a [\]}]/,
    { message: 'A list or object in brackets is not closed.', hint: 'Write its "]" or "}".' },
  ],
  [
    /must be sufficiently indented/,
    {
      message: 'A list or object in brackets is not closed, or not indented as far as its key.',
      hint: 'Write its "]" or "}", and indent its lines.',
    },
  ],
  [/^Unexpected , in flow/, { message: 'There is a comma too many.', hint: 'Remove it.' }],
  [
    /^Comments must be separated/,
    {
      message: 'A space is missing before this comment.',
      hint: 'Write a space before "#", or put the text in quotes as a whole.',
    },
  ],
  [
    /^Missing , (?:or|between)/,
    { message: 'A comma is missing before this.', hint: 'Separate values by commas.' },
  ],
  [
    /^All mapping items must start at the same column/,
    {
      message: 'This line has another indent than the other fields of its object.',
      hint: 'Indent the fields of one object by the same number of spaces.',
    },
  ],
];

export function explainYaml(code: ErrorCode, message: string): Text {
  const special = BY_MESSAGE.find(([pattern]) => pattern.test(message));
  return (
    special?.[1] ??
    TEXTS[code] ?? {
      message: `This is not valid YAML: ${message}.`,
      hint: 'Put texts in quotes, and indent by spaces.',
    }
  );
}
