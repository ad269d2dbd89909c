import type { Expression } from '../expression.js';
import { NONE, type NodeId, type SyntaxTree } from '../syntax-tree.js';

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
  '\n': '',
};
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|([0-7]{1,3})|([^]))/g;

/** The text that a literal with escape sequences stands for. */
export function unescapeJavaScript(written: string): string {
  if (!written.includes('\\')) return written;
  return written.replace(ESCAPE, (_, ...groups: (string | undefined)[]) => {
    const [byte, short, long, octal, one = ''] = groups;
    const hex = byte ?? short ?? long;
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    if (octal !== undefined) return character(Number.parseInt(octal, 8));
    return SIMPLE[one] ?? one;
  });
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

export function javaScriptString(tree: SyntaxTree, node: NodeId): Expression {
  return { kind: 'constant', text: unescapeJavaScript(tree.textOf(node).slice(1, -1)) };
}

export function template(tree: SyntaxTree, node: NodeId): Expression {
  const parts: (string | NodeId)[] = [];
  let from = tree.start(node) + 1;
  for (let child = tree.first(node); child !== NONE; child = tree.next(child)) {
    if (tree.kind(child) !== 'template_substitution') continue;
    parts.push(unescapeJavaScript(tree.text.slice(from, tree.start(child))));
    parts.push(tree.children(child)[0] ?? NONE);
    from = tree.end(child);
  }
  const last = unescapeJavaScript(tree.text.slice(from, tree.end(node) - 1));
  if (parts.length === 0) return { kind: 'constant', text: last };
  return { kind: 'template', parts: [...parts, last] };
}
