import { htmlSize, partsOf } from '../../../../toolbox/parts.js';
import { escaped } from '../escaped.js';
import { visible } from './visible.js';

/** Bytes of HTML in a part of a text: a page has room for it beside its frame. */
export const PART_SIZE = 44_000;

/** Characters, whole ones. */
const PIECE = /[^]{1,2000}/gu;

/** A text as it was written, in parts. */
export function writtenParts(text: string): readonly string[] {
  const pieces = text.match(PIECE) ?? [];
  const parts = partsOf(pieces.map(htmlSize), { size: PART_SIZE, entries: Infinity });
  return parts.map(({ start, end }) => {
    // between the parts of a text stands NUL
    const part = pieces.slice(start, end).join('').replaceAll('\0', '\ufffd');
    return `<pre>${escaped(visible(part))}</pre>`;
  });
}
