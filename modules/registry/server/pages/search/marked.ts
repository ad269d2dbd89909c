import type { SearchMatch, TextRange } from '../../../contract/search.js';

/** A part of a text; the marked ones are what was looked for. */
export interface MarkedPart {
  readonly text: string;
  readonly marked: boolean;
}

/** A text in parts. Ranges may touch and overlap, and may be in any order. */
export function markedParts(text: string, ranges: readonly TextRange[]): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let at = 0;
  const add = (end: number, marked: boolean): void => {
    if (end > at) parts.push({ text: text.slice(at, end), marked });
    at = Math.max(at, end);
  };
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    add(Math.min(start, text.length), false);
    add(Math.min(end, text.length), true);
  }
  add(text.length, false);
  return parts;
}

export const rangesIn = (
  matches: readonly SearchMatch[] | undefined,
  field: 'name' | 'description',
): readonly TextRange[] =>
  (matches ?? []).filter((match) => match.field === field).flatMap(({ ranges }) => ranges);
