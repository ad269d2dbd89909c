import type { DocumentNode } from '../document/node.js';

/** A value of a document as plain JSON. `Object.fromEntries` makes an ordinary member of the key `__proto__`. */
export function plainValue(node: DocumentNode): unknown {
  if (node.kind === 'object')
    return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]));
  if (node.kind === 'list') return node.items.map(plainValue);
  return node.value;
}
