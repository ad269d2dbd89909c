/** Tables: rows of cells between `|`. */

export interface Cell {
  readonly text: string;
  readonly row: number;
}

const DELIMITERS = /^\s*\|?(?:\s*:?-+:?\s*\|)*\s*:?-+:?\s*\|?\s*$/;

/** The cells of a paragraph that is a table; what stands before the head row is a cell as well. */
export function cellsOf(lines: readonly string[]): readonly Cell[] | undefined {
  const delimiters = lines.findIndex(
    (line, row) => row > 0 && line.includes('|') && line.includes('-') && DELIMITERS.test(line),
  );
  if (delimiters < 1 || lines[delimiters - 1]?.includes('|') !== true) return undefined;
  return lines.flatMap((line, row) =>
    row === delimiters ? [] : split(line).map((text) => ({ text, row })),
  );
}

/** `\|` and bars within code do not separate. */
function split(line: string): readonly string[] {
  const cells: string[] = [];
  let start = 0;
  let code = false;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '\\') at++;
    else if (character === '`') code = !code;
    else if (character === '|' && !code) {
      cells.push(line.slice(start, at));
      start = at + 1;
    }
  }
  cells.push(line.slice(start));
  return cells.map((cell) => cell.replaceAll('\\|', '|').trim()).filter((cell) => cell !== '');
}
