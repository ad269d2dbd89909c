import type { DocumentNode } from '../document/node.js';
import type { Path } from '../problem.js';

/** The offset of a part of a value. A single value in place of a list is its first item; a part that is not written stands where the whole does. */
export function offsetWithin(node: DocumentNode, within: Path): number {
  const [part, ...rest] = within;
  if (part === undefined) return node.from;
  if (node.kind === 'list') {
    const item = node.items[Number(part)];
    return item === undefined ? node.from : offsetWithin(item, rest);
  }
  if (node.kind !== 'object') return node.from;
  const member = node.members.find(({ key }) => key === part);
  if (member === undefined) return node.from;
  return offsetWithin(member.value, rest);
}
