import stringWidth from 'fast-string-width';

const plain = /^[\x20-\x7e]*$/;

/** Columns that a text takes: none for a colour, two for a wide character or an emoji. */
export const widthOf = (text: string): number =>
  plain.test(text) ? text.length : stringWidth(text);

/** Pads a text with spaces to a width in columns. */
export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)));

/** As much of the beginning of a text as fits, with an ellipsis if that is not all. */
export function cutText(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let [cut, room] = ['', columns - 1];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    room -= widthOf(segment);
    if (room < 0) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

/** Words with the blanks before them. Text in backticks is one word where it fits on a line, so that a command can be copied whole. */
function wordsOf(line: string, columns: number): string[] {
  const words: string[] = [];
  for (const [word] of line.matchAll(/ *(?:[^ `]*`[^`]*`[^ `]*|[^ ]+)| +$/g)) {
    if (widthOf(word.trimStart()) <= columns) words.push(word);
    else words.push(...(word.match(/ *[^ ]+/g) ?? [word]));
  }
  return words;
}

/** One line as several, none longer than its longest word needs. */
export function wrapLine(line: string, columns: number): string[] {
  if (widthOf(line) <= columns) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of wordsOf(line, columns)) {
    if (current !== '' && widthOf(current) + widthOf(word) > columns) {
      lines.push(current.trimEnd());
      current = word.trimStart();
    } else current += word;
  }
  return [...lines, current.trimEnd()];
}

/** Breaks lines that are too long between words; an indented line stays indented as far as there is room. */
export function wrapText(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (widthOf(line) <= columns) return [line];
      const indent = (/^ */.exec(line)?.[0] ?? '').slice(0, columns / 2);
      return wrapLine(line.trimStart(), columns - indent.length).map((part) => indent + part);
    })
    .join('\n');
}

type Row = readonly string[];

const GAP = '  ';

const longestWord = (text: string): number => Math.max(0, ...text.split(/\s+/).map(widthOf));
const longestLine = (text: string): number => Math.max(0, ...text.split('\n').map(widthOf));
const widest = (rows: readonly Row[], column: number, measure: (text: string) => number): number =>
  Math.max(0, ...rows.map((row) => measure(row[column] ?? '')));
const sum = (widths: readonly number[]): number =>
  widths.reduce((whole, width) => whole + width, 0);

/** Narrows the widest columns first, never below their longest word; `undefined` when the table cannot be made to fit. */
function fitted(
  natural: readonly number[],
  least: readonly number[],
  room: number,
): readonly number[] | undefined {
  const widths = [...natural];
  for (let over = sum(widths) - room; over > 0; over -= 1) {
    const spare = widths.map((width, column) => (width > (least[column] ?? 0) ? width : -1));
    const column = spare.indexOf(Math.max(...spare));
    if (spare[column] === -1) return undefined;
    widths[column] = (widths[column] ?? 0) - 1;
  }
  return widths;
}

function layOut(rows: readonly Row[], widths: readonly number[]): string {
  return rows
    .flatMap((row) => {
      const cells = widths.map((width, column) =>
        (row[column] ?? '').split('\n').flatMap((line) => wrapLine(line, width)),
      );
      const height = Math.max(...cells.map(({ length }) => length));
      return Array.from({ length: height }, (_, line) =>
        cells
          .map((cell, column) => padded(cell[line] ?? '', widths[column] ?? 0))
          .join(GAP)
          .trimEnd(),
      );
    })
    .join('\n');
}

/** For terminals that are too narrow for the columns: each row as lines of its own, each with its heading. */
function asRecords(headings: Row, rows: readonly Row[]): string {
  const named = (row: Row): string[] =>
    row.flatMap((cell, column) =>
      cell === '' ? [] : [`${headings[column] ?? ''} ${cell}`.trim()],
    );
  return rows.map((row) => named(row).join('\n')).join('\n\n');
}

/** Aligned columns without lines. Long cells are wrapped between words and never truncated, so that ids can be copied. */
export function textTable(headings: Row, rows: readonly Row[], columns: number): string {
  const all = headings.some((heading) => heading !== '') ? [headings, ...rows] : rows;
  const count = Math.max(0, ...all.map(({ length }) => length));
  const each = Array.from({ length: count }, (_, column) => column);
  const natural = each.map((column) => widest(all, column, longestLine));
  const least = each.map((column) => widest(all, column, longestWord));
  const widths = fitted(natural, least, columns - GAP.length * (count - 1));
  return widths === undefined ? asRecords(headings, rows) : layOut(all, widths);
}
