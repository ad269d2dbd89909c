/** The line end that a text uses; `\n` when it has none. */
export function endOfLine(text: string): '\r\n' | '\n' {
  return /\r\n/.test(text) ? '\r\n' : '\n';
}

/** One step of indentation, taken from the first indented line; two spaces when there is none. */
export function indentUnit(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}

/** The white space at the start of the line that holds `offset`. */
export function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** True when only white space stands between the line's start and `offset`, and the line is not the first. */
export function isFirstOnLine(text: string, offset: number): boolean {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return start > 0 && text.slice(start, offset).trim() === '';
}
