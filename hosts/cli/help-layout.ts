/** A line of a list in help. */
export interface HelpRow {
  /** What is typed: a command, a flag. */
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

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > columns) {
      lines.push(current.trimEnd());
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}

/** Breaks lines that are too long between words; an indented line stays indented. */
export function wrapText(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const indent = /^ */.exec(line)?.[0] ?? '';
      return wrapLine(line.slice(indent.length), columns - indent.length).map((part) => indent + part);
    })
    .join('\n');
}

const describe = ({ text, facts = [] }: HelpRow): string =>
  [text, facts.map((fact) => `[${fact}]`).join(' ')].filter((part) => part !== '').join('  ');

/** One list: what is typed on the left, its text in a column of its own; under it where that column would be too narrow. */
function layOut({ title, rows }: HelpSection, columns: number): string {
  const widest = Math.max(...rows.map(({ typed }) => typed.length));
  const beside = widest + 2 * MARGIN.length <= columns / 2;
  const indent = beside ? ' '.repeat(widest + 2 * MARGIN.length) : MARGIN.repeat(3);
  const lines = rows.flatMap((row) => {
    const [first = '', ...more] = wrapLine(describe(row), columns - indent.length);
    const start = beside ? [MARGIN + row.typed.padEnd(widest) + MARGIN + first] : [MARGIN + row.typed, indent + first];
    return [...start, ...more.map((line) => indent + line)];
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
