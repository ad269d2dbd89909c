/** Both from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Line and column of an offset in a text. */
export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
