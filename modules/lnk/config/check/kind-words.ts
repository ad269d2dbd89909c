import type { DocumentNode } from '../document/node.js';

/** A value in words: `a list`, `the text "pods/x"`. */
export function kindWords(node: DocumentNode): string {
  if (node.kind === 'object') return 'an object';
  if (node.kind === 'list') return `a list of ${node.items.length}`;
  if (node.kind === 'null') return 'null';
  const text = JSON.stringify(node.value);
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return node.kind === 'string' ? `the text ${shown}` : shown;
}
