import { padded, widthOf, wrapLine, wrapText } from './text-layout.js';

/** A line of a list in help. */
export interface HelpRow {
  /** A command or a flag, as typed. */
  readonly typed: string;
  readonly text: string;
  /** Shown in brackets after the text: `number`, `default: 20`. */
  readonly facts?: readonly string[];
}

export interface HelpSection {
  readonly title: string;
  readonly rows: readonly HelpRow[];
}

const MARGIN = '  ';

const describe = ({ text, facts = [] }: HelpRow): string =>
  [text, facts.map((fact) => `[${fact}]`).join(' ')].filter((part) => part !== '').join('  ');

/** Lays out one list: the commands or flags on the left, their texts in a column beside them, or underneath where that column would be too narrow. */
function layOut({ title, rows }: HelpSection, columns: number): string {
  const widest = Math.max(...rows.map(({ typed }) => widthOf(typed)));
  const beside = widest + 2 * MARGIN.length <= columns / 2;
  const indent = beside ? ' '.repeat(widest + 2 * MARGIN.length) : MARGIN.repeat(3);
  const lines = rows.flatMap((row) => {
    const text = wrapLine(describe(row), columns - indent.length);
    if (!beside)
      return [
        ...wrapText(MARGIN + row.typed, columns).split('\n'),
        ...text.map((line) => indent + line),
      ];
    const [first = '', ...more] = text;
    return [
      MARGIN + padded(row.typed, widest) + MARGIN + first,
      ...more.map((line) => indent + line),
    ];
  });
  return [`${title}:`, ...lines.map((line) => line.trimEnd())].join('\n');
}

/** Help from its paragraphs and lists, within the columns of the terminal. Empty ones are left out. */
export function layOutHelp(parts: readonly (string | HelpSection)[], columns: number): string {
  return parts
    .filter((part) => (typeof part === 'string' ? part !== '' : part.rows.length > 0))
    .map((part) => (typeof part === 'string' ? wrapText(part, columns) : layOut(part, columns)))
    .join('\n\n');
}
