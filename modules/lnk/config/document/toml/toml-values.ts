import type { AST } from 'toml-eslint-parser';
import type { Mistake, Path } from '../../problem.js';
import { DEEPEST, numberMistake } from '../document.js';
import type { DocumentNode, ScalarNode } from '../node.js';
import { Table, type Key } from './tables.js';

export const keysOf = (key: AST.TOMLKey, shift: number): readonly Key[] =>
  key.keys.map((part) => ({
    name: part.type === 'TOMLBare' ? part.name : part.value,
    from: shift + part.range[0],
    to: shift + part.range[1],
  }));

export const pathOf = (keys: readonly Key[]): Path => keys.map(({ name }) => name);

interface Context {
  readonly path: Path;
  /** What is added to the offsets of the tree. */
  readonly shift: number;
  readonly mistakes: Mistake[];
}

/** A value in the form of every format; `undefined` when it is nested too deeply. */
export function valueOf(node: AST.TOMLContentNode, context: Context): DocumentNode | undefined {
  const { path, shift } = context;
  if (path.length > DEEPEST) return undefined;
  const ranged = { ...context, from: shift + node.range[0], to: shift + node.range[1] };
  if (node.type === 'TOMLValue') return scalarOf(node, ranged);
  return node.type === 'TOMLInlineTable' ? tableOf(node, ranged) : listOf(node, ranged);
}

type Ranged = Context & Pick<ScalarNode, 'from' | 'to'>;

function listOf(node: AST.TOMLArray, context: Ranged): DocumentNode | undefined {
  const { from, to, path } = context;
  const items: DocumentNode[] = [];
  for (const [index, element] of node.elements.entries()) {
    const item = valueOf(element, { ...context, path: [...path, index] });
    if (item === undefined) return undefined;
    items.push(item);
  }
  return { kind: 'list', items, from, to };
}

function tableOf(node: AST.TOMLInlineTable, context: Ranged): DocumentNode | undefined {
  const { from, to, path, shift } = context;
  const table = new Table(from, to, 'header');
  for (const pair of node.body) {
    const keys = keysOf(pair.key, shift);
    const value = valueOf(pair.value, { ...context, path: [...path, ...pathOf(keys)] });
    if (value === undefined) return undefined;
    table.set(keys, value);
  }
  return table.node();
}

function scalarOf(node: AST.TOMLValue, { from, to, path, mistakes }: Ranged): ScalarNode {
  switch (node.kind) {
    case 'string':
    case 'boolean':
      return { kind: node.kind, value: node.value, from, to };
    case 'integer':
    case 'float': {
      const mistake = numberMistake(node.value, { path, at: from });
      if (mistake !== undefined) mistakes.push(mistake);
      return { kind: 'number', value: node.value, from, to };
    }
    default:
      mistakes.push(noDate(path, from));
      // its text is what the author probably wants
      return { kind: 'string', value: node.datetime, from, to };
  }
}

const noDate = (path: Path, at: number): Mistake => ({
  path,
  at,
  message: 'Dates and times are not values of this configuration.',
  hint: 'Put it in quotes.',
});
