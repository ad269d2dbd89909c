import stringWidth from 'fast-string-width';

const plain = /^[\x20-\x7e]*$/;

/** Columns that a text takes: none for a colour, two for a wide character or an emoji. */
export const widthOf = (text: string): number =>
  plain.test(text) ? text.length : stringWidth(text);

/** Pads a text with spaces to a width in columns. */
export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - widthOf(text)));

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
