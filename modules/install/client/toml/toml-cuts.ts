import type { TomlPosition } from './toml-positions.js';

/** A range of text and its replacement. */
export interface Cut {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Inserts a new table at the end after one blank line, so that removing it restores the original bytes. */
export function cutForTable(text: string, table: string, newline: string): Cut {
  const at = text.length;
  if (text === '') return { from: at, to: at, text: table + newline };
  const ended = text.endsWith('\n');
  return { from: at, to: at, text: ended ? newline + table + newline : newline + newline + table };
}

/** Inserts a pair at the end of an inline table, after a trailing comma if there is one. */
export function cutForMember(
  text: string,
  inline: NonNullable<TomlPosition['inline']>,
  pair: string,
): Cut {
  if (inline.lastEnd === undefined) return { from: inline.start, to: inline.start, text: pair };
  const trailing = lengthOf(/^(?:\s|#[^\n]*\n)*,/, text.slice(inline.lastEnd));
  if (trailing === 0) return { from: inline.lastEnd, to: inline.lastEnd, text: `, ${pair}` };
  const at = inline.lastEnd + trailing;
  return { from: at, to: at, text: ` ${pair},` };
}

/** The range of an entry, with its comma or its whole lines. */
export function cutOfPosition(text: string, position: TomlPosition): Cut {
  if (position.kind === 'inline') return { ...memberSpan(position), text: '' };
  const lines = linesOf(text, position);
  return {
    ...(position.kind === 'table' ? withGap(text, lines) : withBreak(text, lines)),
    text: '',
  };
}

type Span = Omit<Cut, 'text'>;

function memberSpan({ start, end, previous, next }: TomlPosition): Span {
  if (previous !== undefined) return { from: previous.end, to: end };
  return { from: start, to: next?.start ?? end };
}

/** From the start of the first line to the end of the last, comments and line end included. */
function linesOf(text: string, { start, end }: TomlPosition): Span {
  return {
    from: text.lastIndexOf('\n', start - 1) + 1,
    to: end + lengthOf(/^[^\n]*(?:\n|$)/, text.slice(end)),
  };
}

/** The last line may lack a line end; then the line end before it is removed. */
function withBreak(text: string, { from, to }: Span): Span {
  return isUnended(text, to)
    ? { from: from - lengthOf(/\r?\n$/, text.slice(0, from)), to }
    : { from, to };
}

/** Includes the blank line that `cutForTable` inserts. */
function withGap(text: string, { from, to }: Span): Span {
  const before = text.slice(0, from);
  if (isUnended(text, to)) return { from: from - lengthOf(/(?:\r?\n){1,2}$/, before), to };
  if (from === 0) return { from, to: to + lengthOf(/^\r?\n/, text.slice(to)) };
  return { from: from - lengthOf(/(?<=^|\n)\r?\n$/, before), to };
}

function isUnended(text: string, to: number): boolean {
  return to === text.length && !text.endsWith('\n');
}

function lengthOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}
