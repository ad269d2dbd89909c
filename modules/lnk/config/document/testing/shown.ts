import { positionAt } from '../../../../../toolbox/text-position.js';
import { pathText } from '../../problem.js';
import type { ReadDocument } from '../document.js';
import type { DocumentNode } from '../node.js';

/** The plain value of a node. `__proto__` is a key like others. */
export function plain(node: DocumentNode | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.kind === 'list') return node.items.map(plain);
  if (node.kind !== 'object') return node.value;
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
}

/** The mistakes as people see them: `line:column path message`. */
export const shown = (text: string, { mistakes }: ReadDocument): readonly string[] =>
  mistakes.map(({ path, at, message }) => {
    const { line, column } = positionAt(text, at);
    return `${line}:${column} ${pathText(path)} ${message}`;
  });

/** What a text is read as: its value (`-` when it is not usable), and its mistakes. */
export const asRead = (text: string, read: ReadDocument): readonly string[] => [
  read.usable ? JSON.stringify(plain(read.root)) : '-',
  ...shown(text, read),
];
