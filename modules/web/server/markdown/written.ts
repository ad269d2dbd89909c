import { htmlSize, partsOf } from '../../../../toolbox/parts.js';
import { escaped } from '../escaped.js';
import { visible } from './visible.js';

/** Bytes of HTML. A page has room for a part beside its frame, and a part for a block and what stands before it, such as its heading. */
export const SIZES = { part: 44_000, block: 36_000 };

/** Characters, whole ones. */
const PIECE = /[^]{1,2000}/gu;

/** A text as it was written, in parts of the size of a block. */
export function writtenParts(text: string): readonly string[] {
  const pieces = text.match(PIECE) ?? [];
  const parts = partsOf(pieces.map(htmlSize), { size: SIZES.block, entries: Infinity });
  return parts.map(({ start, end }) => {
    // between the parts of a text stands NUL
    const part = pieces.slice(start, end).join('').replaceAll('\0', '\ufffd');
    return `<pre>${escaped(visible(part))}</pre>`;
  });
}
