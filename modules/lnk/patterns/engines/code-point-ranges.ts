import { ASCII_CLASSES } from '../syntax/character-classes.js';
import type { ClassItem } from '../syntax/pattern-node.js';
import { withCaseVariants, type CodePointRange } from './case-variants.js';

const LAST = 0x10_ff_ff;

/** The characters of a part of a class; none for a set of Unicode. */
export function rangesOf(item: ClassItem, fold: boolean): readonly CodePointRange[] {
  if (item.kind === 'unicode') return [];
  if (item.kind === 'range') return [item];
  const ranges = (ASCII_CLASSES.get(item.name) ?? []).map((ends) => ({
    from: ends.codePointAt(0) ?? 0,
    to: ends.codePointAt(1) ?? 0,
  }));
  if (!item.negated) return ranges;
  // the complement of a set that has the letters has none of their variants either
  return complement(fold ? withCaseVariants(ranges) : ranges);
}

function complement(ranges: readonly CodePointRange[]): readonly CodePointRange[] {
  const rest: CodePointRange[] = [];
  let next = 0;
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from > next) rest.push({ from: next, to: from - 1 });
    next = Math.max(next, to + 1);
  }
  if (next <= LAST) rest.push({ from: next, to: LAST });
  return rest;
}
