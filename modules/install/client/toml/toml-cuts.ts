import type { TomlPosition } from './toml-positions.js';

/** A stretch of text and what comes instead of it. */
export interface Cut {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Where a new table comes, so that `cutOfPlace` finds back to the same bytes: at the end, after one blank line. */
export function cutForTable(text: string, table: string, newline: string): Cut {
  const at = text.length;
  if (text === '') return { from: at, to: at, text: table + newline };
  const ended = text.endsWith('\n');
  return { from: at, to: at, text: ended ? newline + table + newline : newline + newline + table };
}

/** Where a new pair comes in an inline table: at the end, behind the comma that may stand there. */
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

/** The stretch that a place takes up, with its comma or its lines. */
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

/** The file's last line has its line end in front of it. */
function withBreak(text: string, { from, to }: Span): Span {
  return isUnended(text, to)
    ? { from: from - lengthOf(/\r?\n$/, text.slice(0, from)), to }
    : { from, to };
}

/** What `cutForTable` put between the table and its neighbours. */
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
