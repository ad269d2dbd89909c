import type { Expression } from '../expression.js';
import { NONE, type NodeId, type SyntaxTree } from '../syntax-tree.js';

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
};
const ESCAPE =
  /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|N\{[^}]*\}|([^]))/g;

/** The text that a literal with escape sequences stands for. */
export function unescapePython(written: string): string {
  if (!written.includes('\\')) return written;
  return written.replace(ESCAPE, (all: string, ...groups: (string | undefined)[]) => {
    const [byte, short, long, octal, one] = groups;
    const hex = byte ?? short ?? long;
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    if (octal !== undefined) return character(Number.parseInt(octal, 8));
    return one === undefined ? all : (SIMPLE[one] ?? all);
  });
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** A literal with its prefix, or an f-string. */
export function pythonString(tree: SyntaxTree, node: NodeId): Expression {
  const first = tree.first(node);
  const prefix =
    first === NONE
      ? ''
      : tree
          .textOf(first)
          .toLowerCase()
          .replace(/["'].*$/s, '');
  const written = (child: NodeId): string =>
    prefix.includes('r') ? tree.textOf(child) : unescapePython(tree.textOf(child));
  const parts: (string | NodeId)[] = [];
  for (let child = first; child !== NONE; child = tree.next(child))
    if (tree.kind(child) === 'string_content') parts.push(written(child));
    else if (tree.kind(child) === 'interpolation') parts.push(tree.field(child, 'expression'));
  if (parts.some((part) => typeof part === 'number')) return { kind: 'template', parts };
  return { kind: 'constant', text: parts.join(''), bytes: prefix.includes('b') };
}
