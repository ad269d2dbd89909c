/** What the statements of JavaScript and TypeScript declare. */
import { declareAdded, declareAugmented, declareClass, declareReturn } from '../declarations.js';
import { EACH, type Declarations, type LanguageAdapter, type Take } from '../expression.js';
import { NONE, type NodeId, type SyntaxTree } from '../syntax-tree.js';
import { javaScriptCall } from './expressions.js';
import { namesOf } from './patterns.js';

interface Target {
  readonly node: NodeId;
  readonly value: NodeId;
  readonly take: readonly Take[];
}

function bindTarget(
  tree: SyntaxTree,
  { node, value, take, local }: Target & { readonly local: boolean },
  to: Declarations,
): void {
  for (const [at, taken] of namesOf(tree, node, take)) {
    const target: Target = { node: at, value, take: taken };
    const kind = tree.kind(at);
    if (kind === 'member_expression') bindMember(tree, target, to);
    else if (kind === 'subscript_expression') bindItem(tree, target, to);
    else to.bind(at, tree.textOf(at), { kind: 'value', node: value, take: taken, local });
  }
}

function bindMember(tree: SyntaxTree, { node, value, take }: Target, to: Declarations): void {
  const object = tree.field(node, 'object');
  const property = tree.textOf(tree.field(node, 'property'));
  if (tree.kind(object) === 'this') to.bindMember(property, { kind: 'value', node: value, take });
  else if (tree.kind(object) === 'identifier')
    to.bind(object, tree.textOf(object), { kind: 'added', node: value, key: property });
}

function bindItem(tree: SyntaxTree, { node, value }: Target, to: Declarations): void {
  const object = tree.field(node, 'object');
  if (tree.kind(object) === 'identifier')
    to.bind(object, tree.textOf(object), { kind: 'added', node: value });
}

function bindImports(tree: SyntaxTree, node: NodeId, to: Declarations): void {
  const source = tree.field(node, 'source');
  const clause = tree.children(node).find((child) => tree.kind(child) === 'import_clause');
  if (source === NONE || clause === undefined) return;
  const module = tree.textOf(source).slice(1, -1);
  const bind = (local: NodeId, qualified: string): void => {
    to.bind(node, tree.textOf(local), { kind: 'import', qualified, node, local: true });
  };
  for (const child of tree.children(clause))
    if (tree.kind(child) === 'identifier') bind(child, module);
    else if (tree.kind(child) === 'namespace_import') bind(tree.first(child), module);
    else
      for (const specifier of tree.children(child)) {
        const imported = tree.field(specifier, 'name');
        if (imported === NONE) continue;
        const alias = tree.field(specifier, 'alias');
        bind(alias === NONE ? imported : alias, `${module}.${tree.textOf(imported)}`);
      }
}

function bindParameters(tree: SyntaxTree, node: NodeId, to: Declarations): void {
  const single = tree.field(node, 'parameter');
  const list = tree.field(node, 'parameters');
  const all = single === NONE ? (list === NONE ? [] : tree.children(list)) : [single];
  all.forEach((child, index) => {
    const typed = tree.field(child, 'pattern');
    const pattern = typed === NONE ? child : typed;
    const value = tree.field(child, 'value');
    const fallback = value === NONE ? tree.field(child, 'right') : value;
    for (const [at, take] of namesOf(tree, pattern, []))
      to.parameter(node, { name: tree.textOf(at), fallback, take, index });
  });
}

function declareFunction(tree: SyntaxTree, node: NodeId, to: Declarations): void {
  const named = tree.field(node, 'name');
  const kind = tree.kind(node);
  if (named !== NONE && kind !== 'method_definition')
    to.bind(kind === 'function_expression' ? node : tree.parent(node), tree.textOf(named), {
      kind: 'function',
      node,
      local: true,
    });
  if (named !== NONE && kind === 'method_definition')
    to.bindMember(tree.textOf(named), { kind: 'function', node });
  bindParameters(tree, node, to);
  const body = tree.field(node, 'body');
  if (kind === 'arrow_function' && body !== NONE && tree.kind(body) !== 'statement_block')
    to.returns(node, body);
}

export const functionKinds = [
  'function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
  'generator_function',
  'generator_function_declaration',
];
const ADDING = new Set(['push', 'unshift', 'append', 'set', 'add', 'concat']);

export const javaScriptDeclarations: LanguageAdapter['declare'] = {
  ...Object.fromEntries(functionKinds.map((kind) => [kind, declareFunction])),
  variable_declarator: (tree, node, to) => {
    const value = tree.field(node, 'value');
    if (value !== NONE)
      bindTarget(tree, { node: tree.field(node, 'name'), value, take: [], local: true }, to);
  },
  public_field_definition: declareField,
  field_definition: declareField,
  assignment_expression: (tree, node, to) => {
    bindTarget(
      tree,
      {
        node: tree.field(node, 'left'),
        value: tree.field(node, 'right'),
        take: [],
        local: false,
      },
      to,
    );
  },
  augmented_assignment_expression: declareAugmented,
  for_in_statement: (tree, node, to) => {
    const value = tree.field(node, 'right');
    bindTarget(tree, { node: tree.field(node, 'left'), value, take: [EACH], local: true }, to);
  },
  import_statement: bindImports,
  class_declaration: declareClass,
  return_statement: declareReturn,
  call_expression: declareAdded({
    member: 'member_expression',
    method: 'property',
    adding: ADDING,
    call: javaScriptCall,
  }),
};

function declareField(tree: SyntaxTree, node: NodeId, to: Declarations): void {
  const property = tree.field(node, 'property');
  const named = property === NONE ? tree.field(node, 'name') : property;
  const value = tree.field(node, 'value');
  if (named !== NONE && value !== NONE)
    to.bindMember(tree.textOf(named), { kind: 'value', node: value, take: [] });
}
