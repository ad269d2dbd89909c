/** Declarations that mean the same in every language; an adapter names its nodes and fields. */
import type { Declarations, LanguageAdapter } from './expression.js';
import { NONE, type NodeId, type SyntaxTree } from './syntax-tree.js';

type Declare = (tree: SyntaxTree, node: NodeId, to: Declarations) => void;

/** `name += value`. */
export const declareAugmented: Declare = (tree, node, to) => {
  const left = tree.field(node, 'left');
  if (tree.kind(left) === 'identifier')
    to.bind(left, tree.textOf(left), { kind: 'added', node: tree.field(node, 'right') });
};

export const declareClass: Declare = (tree, node, to) => {
  to.bind(tree.parent(node), tree.textOf(tree.field(node, 'name')), {
    kind: 'function',
    node,
    local: true,
  });
};

/** A statement that returns or yields its first child. */
export const declareReturn: Declare = (tree, node, to) => {
  const [value = NONE] = tree.children(node);
  if (value !== NONE) to.returns(node, value);
};

/** How a language writes a call of a method that adds its arguments to the object. */
interface AddingCalls {
  /** Kind of the node `object.method`. */
  readonly member: string;
  /** Field of that node with the name of the method. */
  readonly method: string;
  readonly adding: ReadonlySet<string>;
  readonly call: LanguageAdapter['expression'];
}

/** `name.append(value)` and the like. */
export const declareAdded =
  ({ member, method, adding, call }: AddingCalls): Declare =>
  (tree, node, to) => {
    const callee = tree.field(node, 'function');
    if (callee === NONE || tree.kind(callee) !== member) return;
    const object = tree.field(callee, 'object');
    const isAdding = adding.has(tree.textOf(tree.field(callee, method)));
    if (tree.kind(object) !== 'identifier' || !isAdding) return;
    const parts = call(tree, node);
    if (parts.kind !== 'call') return;
    for (const arg of parts.args)
      to.bind(object, tree.textOf(object), { kind: 'added', node: arg });
  };
