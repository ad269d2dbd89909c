import type { DataNode } from '../../data-node.js';

/** A parsed text of any syntax. */
export interface DataDocument {
  readonly root: DataNode;
  /** Where comments stand, with their markers. */
  readonly comments: readonly { readonly from: number; readonly to: number }[];
  /** Whether the text breaks the syntax, so that it says more than the tree. */
  readonly broken: boolean;
  /** Why it could not be read whole. */
  readonly unread?: string;
}

/** A tree of nothing, for a text that cannot be parsed at all. */
export const emptyRoot: DataNode = { kind: 'array', items: [], from: 0, to: 0 };

/** One document is its root; several are a list. */
export function rootOf(documents: readonly DataNode[]): DataNode {
  const [first, ...more] = documents;
  if (first === undefined) return emptyRoot;
  const to = more.at(-1)?.to;
  return to === undefined ? first : { kind: 'array', items: [...documents], from: first.from, to };
}
