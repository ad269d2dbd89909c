/** What the statements of Python declare. */
import { declareAdded, declareAugmented, declareClass, declareReturn } from '../declarations.js';
import {
  EACH,
  type Binding,
  type Declarations,
  type LanguageAdapter,
  type Take,
} from '../expression.js';
import { NONE, type NodeId, type SyntaxTree } from '../syntax-tree.js';
import { pythonCall, pythonExpressions, pythonName } from './expressions.js';
import { pythonString } from './strings.js';

interface Target {
  readonly node: NodeId;
  readonly value: NodeId;
  readonly take: readonly Take[];
}

/** Binds the names of a pattern on the left of `=`, `for` or `as`. */
function bindTarget(tree: SyntaxTree, target: Target, to: Declarations): void {
  const { node, value, take } = target;
  const kind = node === NONE ? '' : tree.kind(node);
  if (kind === 'identifier')
    to.bind(node, pythonName(tree.textOf(node)), {
      kind: 'value',
      node: value,
      take,
      local: true,
    });
  else if (kind === 'attribute') bindAttribute(tree, target, to);
  else if (kind === 'subscript') bindItem(tree, target, to);
  else if (/pattern|list|tuple|parenthesized/.test(kind) && take.length < 4)
    tree.children(node).forEach((child, index) => {
      bindTarget(tree, { node: child, value, take: [...take, index] }, to);
    });
}

function bindAttribute(tree: SyntaxTree, { node, value, take }: Target, to: Declarations): void {
  const object = tree.field(node, 'object');
  const name = tree.textOf(tree.field(node, 'attribute'));
  if (tree.kind(object) !== 'identifier') return;
  if (pythonExpressions['identifier']?.(tree, object).kind === 'self')
    to.bindMember(name, { kind: 'value', node: value, take });
  else to.bind(object, tree.textOf(object), { kind: 'added', node: value, key: name });
}

/** A value in the body of a class is a member of its objects. */
function bindClassAttribute(tree: SyntaxTree, node: NodeId, to: Declarations): void {
  const body = tree.parent(tree.parent(node));
  const [target, value] = [tree.field(node, 'left'), tree.field(node, 'right')];
  if (body === NONE || value === NONE || tree.kind(target) !== 'identifier') return;
  if (tree.kind(tree.parent(body)) === 'class_definition')
    to.bindMember(tree.textOf(target), { kind: 'value', node: value, take: [] });
}

function bindItem(tree: SyntaxTree, { node, value }: Target, to: Declarations): void {
  const object = tree.field(node, 'value');
  const index = tree.field(node, 'subscript');
  if (tree.kind(object) !== 'identifier') return;
  const key =
    index !== NONE && tree.kind(index) === 'string' ? pythonString(tree, index) : undefined;
  to.bind(object, tree.textOf(object), {
    kind: 'added',
    node: value,
    ...(key?.kind === 'constant' && { key: key.text }),
  });
}

function bindImports(tree: SyntaxTree, node: NodeId, to: Declarations): void {
  const module = tree.field(node, 'module_name');
  const prefix = module === NONE ? '' : `${tree.textOf(module)}.`;
  for (const child of tree.children(node)) {
    if (tree.kind(child) === 'wildcard_import')
      to.bind(node, '*', { kind: 'import', qualified: tree.textOf(module), node, local: true });
    if (tree.fieldName(child) !== 'name') continue;
    const aliased = tree.kind(child) === 'aliased_import';
    const qualified = tree.textOf(aliased ? tree.field(child, 'name') : child);
    const local = aliased ? tree.textOf(tree.field(child, 'alias')) : qualified;
    // `import a.b` binds `a`
    const [first = local] = local.split('.');
    to.bind(node, first, {
      kind: 'import',
      qualified: prefix + (aliased || prefix !== '' ? qualified : first),
      node,
      local: true,
    });
  }
}

function bindParameters(tree: SyntaxTree, node: NodeId, to: Declarations): void {
  const list = tree.field(node, 'parameters');
  let index = 0;
  for (const child of list === NONE ? [] : tree.children(list)) {
    const named = tree.field(child, 'name');
    const plain =
      named === NONE ? (tree.kind(child) === 'identifier' ? child : tree.first(child)) : named;
    if (plain === NONE) continue;
    const name = pythonName(tree.textOf(plain));
    if (name === 'self' || name === 'cls') continue;
    to.parameter(node, { name, fallback: tree.field(child, 'value'), take: [], index: index++ });
  }
}

const assign =
  (left: string, right: string, take: readonly Take[] = []) =>
  (tree: SyntaxTree, node: NodeId, to: Declarations): void => {
    const value = tree.field(node, right);
    if (value !== NONE) bindTarget(tree, { node: tree.field(node, left), value, take }, to);
  };

const ADDING = new Set([
  'append',
  'extend',
  'add',
  'update',
  'insert',
  'write',
  'setdefault',
  'attach',
]);

export const pythonDeclarations: LanguageAdapter['declare'] = {
  assignment: (tree, node, to) => {
    assign('left', 'right')(tree, node, to);
    bindClassAttribute(tree, node, to);
  },
  named_expression: assign('name', 'value'),
  for_statement: assign('left', 'right', [EACH]),
  for_in_clause: assign('left', 'right', [EACH]),
  augmented_assignment: declareAugmented,
  as_pattern: (tree, node, to) => {
    const target = tree.field(node, 'alias');
    const [value = NONE] = tree.children(node);
    if (target !== NONE) bindTarget(tree, { node: tree.first(target), value, take: [] }, to);
  },
  import_statement: bindImports,
  import_from_statement: bindImports,
  global_statement: outer,
  nonlocal_statement: outer,
  function_definition: (tree, node, to) => {
    const name = pythonName(tree.textOf(tree.field(node, 'name')));
    const binding: Binding = { kind: 'function', node };
    to.bind(tree.parent(node), name, { ...binding, local: true });
    to.bindMember(name, binding);
    bindParameters(tree, node, to);
  },
  lambda: (tree, node, to) => {
    bindParameters(tree, node, to);
    to.returns(node, tree.field(node, 'body'));
  },
  class_definition: declareClass,
  return_statement: declareReturn,
  yield: declareReturn,
  call: declareAdded({
    member: 'attribute',
    method: 'attribute',
    adding: ADDING,
    call: pythonCall,
  }),
};

function outer(tree: SyntaxTree, node: NodeId, to: Declarations): void {
  for (const child of tree.children(node)) to.outer(node, tree.textOf(child));
}
