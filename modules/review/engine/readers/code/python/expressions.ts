/** Python's tree as expressions. */
import type { Entry, Expression } from '../expression.js';
import { NONE, type NodeId, type SyntaxTree } from '../syntax-tree.js';
import { pythonString } from './strings.js';

/** Python takes letters of other styles for the plain ones. */
export const pythonName = (written: string): string =>
  /^[\u{20}-\u{7e}]*$/u.test(written) ? written : written.normalize('NFKC');

type Build = (tree: SyntaxTree, node: NodeId) => Expression;

const same: Build = (tree, node) => ({ kind: 'same', inner: tree.children(node)[0] ?? NONE });
const list: Build = (tree, node) => ({ kind: 'list', items: tree.children(node) });
const constant: Build = (tree, node) => ({ kind: 'constant', text: tree.textOf(node) });

export const pythonExpressions: Readonly<Record<string, Build>> = {
  identifier: (tree, node) =>
    tree.textOf(node) === 'self' || tree.textOf(node) === 'cls'
      ? { kind: 'self' }
      : { kind: 'name', name: pythonName(tree.textOf(node)) },
  string: pythonString,
  concatenated_string: (tree, node) => ({ kind: 'template', parts: tree.children(node) }),
  integer: (tree, node) => ({
    kind: 'constant',
    text: String(Number(tree.textOf(node).replaceAll('_', ''))),
    numeric: true,
  }),
  float: constant,
  true: constant,
  false: constant,
  none: constant,
  attribute: (tree, node) => ({
    kind: 'member',
    object: tree.field(node, 'object'),
    name: pythonName(tree.textOf(tree.field(node, 'attribute'))),
  }),
  subscript,
  call: pythonCall,
  binary_operator: binary,
  boolean_operator: either,
  comparison_operator: (tree, node) => ({ kind: 'unknown', parts: tree.children(node) }),
  conditional_expression: (tree, node) => {
    const [whenTrue = NONE, , whenFalse = NONE] = tree.children(node);
    return { kind: 'either', options: [whenTrue, whenFalse] };
  },
  named_expression: (tree, node) => ({ kind: 'same', inner: tree.field(node, 'value') }),
  parenthesized_expression: same,
  await: same,
  list_splat: same,
  expression_statement: same,
  interpolation: same,
  as_pattern: same,
  keyword_argument: (tree, node) => ({ kind: 'same', inner: tree.field(node, 'value') }),
  list,
  tuple: list,
  set: list,
  expression_list: list,
  dictionary,
  lambda: () => ({ kind: 'function' }),
  list_comprehension: comprehension,
  generator_expression: comprehension,
  set_comprehension: comprehension,
};

function subscript(tree: SyntaxTree, node: NodeId): Expression {
  const object = tree.field(node, 'value');
  const index = tree.field(node, 'subscript');
  if (index !== NONE && tree.kind(index) === 'slice')
    return { kind: 'slice', object, range: tree.textOf(index) };
  return { kind: 'index', object, index };
}

export function pythonCall(tree: SyntaxTree, node: NodeId): Expression {
  const list = tree.field(node, 'arguments');
  const callee = tree.field(node, 'function');
  if (list !== NONE && tree.kind(list) === 'generator_expression')
    return { kind: 'call', callee, args: [list], named: [] };
  const [args, named]: [NodeId[], Entry[]] = [[], []];
  for (const arg of list === NONE ? [] : tree.children(list))
    if (tree.kind(arg) === 'keyword_argument')
      named.push({
        key: tree.textOf(tree.field(arg, 'name')),
        value: tree.field(arg, 'value'),
      });
    else if (tree.kind(arg) === 'dictionary_splat')
      named.push({ key: '**', value: tree.children(arg)[0] ?? NONE });
    else args.push(arg);
  return { kind: 'call', callee, args, named };
}

function binary(tree: SyntaxTree, node: NodeId): Expression {
  const [left, right] = [tree.field(node, 'left'), tree.field(node, 'right')];
  const operator = tree.text.slice(tree.end(left), tree.start(right)).replaceAll(/[\s()\\]/g, '');
  return { kind: 'binary', operator, left, right };
}

function either(tree: SyntaxTree, node: NodeId): Expression {
  return { kind: 'either', options: [tree.field(node, 'left'), tree.field(node, 'right')] };
}

function dictionary(tree: SyntaxTree, node: NodeId): Expression {
  const [entries, rest]: [Entry[], NodeId[]] = [[], []];
  for (const child of tree.children(node))
    if (tree.kind(child) === 'pair')
      entries.push({ key: tree.field(child, 'key'), value: tree.field(child, 'value') });
    else rest.push(tree.children(child)[0] ?? NONE);
  return { kind: 'entries', entries, rest };
}

function comprehension(tree: SyntaxTree, node: NodeId): Expression {
  const clauses = tree.children(node).filter((child) => tree.kind(child) === 'for_in_clause');
  const body = tree.field(node, 'body');
  const [clause = NONE] = clauses;
  const variable = tree.field(clause, 'left');
  const over = tree.field(clause, 'right');
  if (clauses.length !== 1 || tree.kind(variable) !== 'identifier')
    return { kind: 'unknown', parts: [body, over] };
  return { kind: 'comprehension', body, variable: tree.textOf(variable), over };
}
