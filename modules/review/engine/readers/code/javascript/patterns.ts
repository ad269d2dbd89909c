/** Names that patterns such as `{ a, b: [c] }` declare. */
import type { Take } from '../expression.js';
import { NONE, type NodeId, type SyntaxTree } from '../syntax-tree.js';
import { keyOf } from './expressions.js';

/** Deeper patterns than people write. */
const DEEPEST_PATTERN = 6;

type Names = Generator<readonly [NodeId, readonly Take[]]>;

const PATTERNS: Readonly<
  Record<string, (tree: SyntaxTree, node: NodeId, take: readonly Take[]) => Names>
> = {
  *object_pattern(tree, node, take) {
    for (const child of tree.children(node)) yield* namesOfProperty(tree, child, take);
  },
  *array_pattern(tree, node, take) {
    let index = 0;
    for (const child of tree.children(node)) yield* namesOf(tree, child, [...take, index++]);
  },
  assignment_pattern: (tree, node, take) => namesOf(tree, tree.field(node, 'left'), take),
  object_assignment_pattern: (tree, node, take) => namesOf(tree, tree.field(node, 'left'), take),
  rest_pattern: (tree, node, take) => namesOf(tree, tree.first(node), take.slice(0, -1)),
};
const TARGETS = new Set([
  'identifier',
  'shorthand_property_identifier_pattern',
  'member_expression',
  'subscript_expression',
]);

/** Names of a pattern and what of the value each of them takes. */
export function* namesOf(tree: SyntaxTree, node: NodeId, take: readonly Take[]): Names {
  if (node === NONE || take.length > DEEPEST_PATTERN) return;
  const kind = tree.kind(node);
  if (TARGETS.has(kind)) yield [node, take];
  else yield* PATTERNS[kind]?.(tree, node, take) ?? [];
}

function* namesOfProperty(tree: SyntaxTree, child: NodeId, take: readonly Take[]): Names {
  const kind = tree.kind(child);
  if (kind === 'pair_pattern') {
    const key = keyOf(tree, tree.field(child, 'key'));
    yield* namesOf(tree, tree.field(child, 'value'), [
      ...take,
      typeof key === 'string' ? key : 'each',
    ]);
  } else if (kind === 'rest_pattern') yield* namesOf(tree, tree.first(child), take);
  else {
    const named = kind === 'object_assignment_pattern' ? tree.field(child, 'left') : child;
    yield* namesOf(tree, named, [...take, tree.textOf(named)]);
  }
}
