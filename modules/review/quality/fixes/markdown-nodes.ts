import type { Node, Parent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { withinTime } from '../../../../toolbox/time-budget.js';

/** Reading Markdown is slow, and crafted text makes it very slow. */
const BUDGET_MS = 3000;

/** A node, and where it stands in the text. */
export interface PlacedNode {
  readonly node: Node;
  readonly from: number;
  readonly to: number;
  readonly line: number;
  /** Of a heading; else 0. */
  readonly depth: number;
}

/** All nodes of a Markdown text outside its front matter, in their order; none if reading takes too long. */
export function nodesOf(text: string): readonly PlacedNode[] {
  const parsed = withinTime(BUDGET_MS, () => fromMarkdown(withoutFrontMatter(text)));
  const nodes: PlacedNode[] = [];
  if (parsed !== undefined) collect(parsed.value, nodes);
  return nodes;
}

/** Plain text of a node. */
export function plainText(node: Node): string {
  const { value, alt, children } = node as {
    value?: string;
    alt?: string;
    children?: readonly Node[];
  };
  return value ?? alt ?? (children ?? []).map(plainText).join('');
}

/** With blanks in its place and in that of a byte order mark, so that offsets and lines stay right. */
function withoutFrontMatter(text: string): string {
  const block = /^\u{feff}?---[^\S\n]*\n[\s\S]*?\n---[^\S\n]*(?=\n|$)/u.exec(text)?.[0] ?? '';
  const rest = text.slice(block.length).replace(/^\u{feff}/u, ' ');
  return block.replace(/[^\r\n]/g, ' ') + rest;
}

function collect(node: Node, nodes: PlacedNode[]): void {
  const { position } = node;
  const from = position?.start.offset;
  const to = position?.end.offset;
  if (position !== undefined && from !== undefined && to !== undefined) {
    const depth = node.type === 'heading' ? ((node as { depth?: number }).depth ?? 0) : 0;
    nodes.push({ node, from, to, line: position.start.line, depth });
  }
  for (const child of (node as Partial<Parent>).children ?? []) collect(child, nodes);
}
