/** The trees of JavaScript and TypeScript as expressions. */
import type { Entry, Expression } from '../expression.js';
import { NONE, type NodeId, type SyntaxTree } from '../syntax-tree.js';
import { javaScriptString, template, unescapeJavaScript } from './strings.js';

type Build = (tree: SyntaxTree, node: NodeId) => Expression;

const same: Build = (tree, node) => ({ kind: 'same', inner: tree.children(node)[0] ?? NONE });
const last: Build = (tree, node) => ({ kind: 'same', inner: tree.children(node).at(-1) ?? NONE });
const constant: Build = (tree, node) => ({ kind: 'constant', text: tree.textOf(node) });
const name: Build = (tree, node) => ({
  kind: 'name',
  name: unescapeJavaScript(tree.textOf(node)),
});
const aFunction: Build = () => ({ kind: 'function' });

export const javaScriptExpressions: Readonly<Record<string, Build>> = {
  identifier: name,
  shorthand_property_identifier: name,
  import: () => ({ kind: 'name', name: 'import' }),
  undefined: constant,
  true: constant,
  false: constant,
  null: constant,
  number: (tree, node) => ({
    kind: 'constant',
    text: String(Number(tree.textOf(node).replaceAll('_', ''))),
    numeric: true,
  }),
  regex: constant,
  this: () => ({ kind: 'self' }),
  string: javaScriptString,
  template_string: template,
  member_expression: (tree, node) => ({
    kind: 'member',
    object: tree.field(node, 'object'),
    name: tree.textOf(tree.field(node, 'property')),
  }),
  subscript_expression: (tree, node) => ({
    kind: 'index',
    object: tree.field(node, 'object'),
    index: tree.field(node, 'index'),
  }),
  call_expression: javaScriptCall,
  new_expression: javaScriptCall,
  binary_expression: binary,
  ternary_expression: (tree, node) => ({
    kind: 'either',
    options: [tree.field(node, 'consequence'), tree.field(node, 'alternative')],
  }),
  assignment_expression: (tree, node) => ({ kind: 'same', inner: tree.field(node, 'right') }),
  parenthesized_expression: last,
  sequence_expression: last,
  await_expression: same,
  as_expression: same,
  satisfies_expression: same,
  non_null_expression: same,
  type_assertion: last,
  spread_element: same,
  expression_statement: same,
  template_substitution: same,
  array: (tree, node) => ({ kind: 'list', items: tree.children(node) }),
  object,
  arrow_function: aFunction,
  function_expression: aFunction,
  generator_function: aFunction,
};

export function javaScriptCall(tree: SyntaxTree, node: NodeId): Expression {
  const list = tree.field(node, 'arguments');
  const named = tree.field(node, 'function');
  const callee = named === NONE ? tree.field(node, 'constructor') : named;
  if (list === NONE) return { kind: 'call', callee, args: [], named: [] };
  const args = tree.kind(list) === 'template_string' ? [list] : tree.children(list);
  return { kind: 'call', callee, args, named: [] };
}

function binary(tree: SyntaxTree, node: NodeId): Expression {
  const [left, right] = [tree.field(node, 'left'), tree.field(node, 'right')];
  const operator = tree.text.slice(tree.end(left), tree.start(right)).trim();
  if (operator === '||' || operator === '&&' || operator === '??')
    return { kind: 'either', options: [left, right] };
  return { kind: 'binary', operator, left, right };
}

function object(tree: SyntaxTree, node: NodeId): Expression {
  const [entries, rest]: [Entry[], NodeId[]] = [[], []];
  for (const child of tree.children(node)) {
    const kind = tree.kind(child);
    if (kind === 'pair')
      entries.push({
        key: keyOf(tree, tree.field(child, 'key')),
        value: tree.field(child, 'value'),
      });
    else if (kind === 'shorthand_property_identifier')
      entries.push({ key: tree.textOf(child), value: child });
    else if (kind === 'spread_element') rest.push(tree.children(child)[0] ?? NONE);
    else if (kind === 'method_definition')
      entries.push({ key: tree.textOf(tree.field(child, 'name')), value: child });
  }
  return { kind: 'entries', entries, rest };
}

/** A computed key is the node of its expression. */
export function keyOf(tree: SyntaxTree, key: NodeId): string | NodeId {
  const kind = tree.kind(key);
  if (kind === 'computed_property_name') return tree.children(key)[0] ?? NONE;
  return kind === 'string' ? unescapeJavaScript(tree.textOf(key).slice(1, -1)) : tree.textOf(key);
}
