import { partsOf, type ClassItem, type PatternNode } from '../syntax/pattern-node.js';

/** Whether the parts of a pattern distinguish upper and lower case: all, none, or some. */
export type CaseSense = 'sensitive' | 'insensitive' | 'mixed';

export function caseSenseOf(root: PatternNode): CaseSense {
  const found = new Set<boolean>();
  const visit = (node: PatternNode): void => {
    if ('fold' in node && hasCase(node)) found.add(node.fold);
    for (const part of partsOf(node)) visit(part);
  };
  visit(root);
  if (found.size > 1) return 'mixed';
  return found.has(true) ? 'insensitive' : 'sensitive';
}

/** Whether `fold` makes a difference to a part. */
export function hasCase(node: PatternNode): boolean {
  if (node.kind === 'literal') return hasCaseVariants(node.codePoint);
  if (node.kind === 'class') return node.items.some(itemHasCase);
  return node.kind === 'backreference';
}

const WITHOUT_CASE = new Set(['blank', 'cntrl', 'digit', 'punct', 'space']);

function itemHasCase(item: ClassItem): boolean {
  if (item.kind === 'ascii') return !WITHOUT_CASE.has(item.name);
  if (item.kind === 'unicode') return true;
  return item.from !== item.to || hasCaseVariants(item.from);
}

function hasCaseVariants(codePoint: number): boolean {
  const text = String.fromCodePoint(codePoint);
  return text.toLowerCase() !== text || text.toUpperCase() !== text;
}
