import type { CallNode, LookupNode, Node } from 'nunjucks/src/parser.js';
import { TemplateError } from '../template-error.js';
import { Literal } from '../tokens/literal.js';
import type { Path } from './template.js';

/**
 * An expression in the order of the source. The parser's tree follows the precedence of its own
 * language, in which a filter belongs to the value before it and not to the whole sum.
 */
export type Item =
  | { readonly kind: 'operand'; readonly at: number; readonly operand: Operand }
  | { readonly kind: 'filter'; readonly at: number; readonly call: RawCall }
  | { readonly kind: 'operator'; readonly at: number; readonly sign: string };

export type Operand =
  | { readonly kind: 'literal'; readonly value: string | bigint | number | boolean }
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'call'; readonly call: RawCall }
  | { readonly kind: 'list'; readonly items: readonly (readonly Item[])[] }
  | { readonly kind: 'group'; readonly items: readonly Item[] };

export interface RawCall {
  readonly at: number;
  readonly name: string;
  readonly positional: readonly (readonly Item[])[];
  readonly named: readonly {
    readonly name: string;
    readonly at: number;
    readonly value: readonly Item[];
  }[];
}

const SIGNS: Readonly<Record<string, string>> = {
  Or: 'or',
  And: 'and',
  In: 'in',
  Is: 'is',
  Add: '+',
  Sub: '-',
  Mul: '*',
  Div: '/',
  Mod: '%',
  Concat: '~',
};
const MAX_INTEGER = 2n ** 63n - 1n;

/** @throws {TemplateError} for what the parser takes and the template language has not */
export function itemsOf(node: Node): readonly Item[] {
  const items: Item[] = [];
  collect(node, items);
  return items;
}

function collect(node: Node, items: Item[]): void {
  switch (node.typename) {
    case 'Not':
      negation(node.target, node.colno, items);
      return;
    case 'Neg':
      items.push(
        operand(node.colno, { kind: 'literal', value: negative(node.target, node.colno) }),
      );
      return;
    case 'Compare':
      collect(node.expr, items);
      for (const one of node.ops) {
        items.push({ kind: 'operator', at: one.colno, sign: one.type });
        collect(one.expr, items);
      }
      return;
    case 'Filter':
      filtered(node, items);
      return;
    default:
      if ('left' in node) binary(node, SIGNS[node.typename], items);
      else items.push(operand(node.colno, operandOf(node)));
  }
}

function binary(
  node: Extract<Node, { left: Node }>,
  sign: string | undefined,
  items: Item[],
): void {
  collect(node.left, items);
  if (sign === undefined) throw new TemplateError('There is no such operator.', node.colno);
  items.push({ kind: 'operator', at: endOf(items) ?? node.colno, sign });
  collect(node.right, items);
}

function endOf(items: readonly Item[]): number | undefined {
  return items.at(-1)?.at;
}

function negation(target: Node, at: number, items: Item[]): void {
  // `a not in b` and `a is not b` become the negation of the whole, at the same offset
  const isInfix = (target.typename === 'In' || target.typename === 'Is') && target.colno === at;
  if (!isInfix) items.push({ kind: 'operator', at, sign: 'not' });
  const from = items.length;
  collect(target, items);
  if (!isInfix) return;
  const index = items.findLastIndex(
    (item, position) =>
      position >= from && item.kind === 'operator' && (item.sign === 'in' || item.sign === 'is'),
  );
  const item = items[index];
  if (item?.kind === 'operator') items[index] = { ...item, sign: `${item.sign} not` };
}

function filtered(node: CallNode, items: Item[]): void {
  const [subject, ...args] = node.args.children;
  if (subject === undefined) throw new TemplateError('A filter needs a value.', node.colno);
  collect(subject, items);
  items.push({
    kind: 'filter',
    at: node.colno,
    call: rawCall(nameOf(node).name, node.colno, args),
  });
}

function operand(at: number, value: Operand): Item {
  return { kind: 'operand', at, operand: value };
}

function operandOf(node: Node): Operand {
  switch (node.typename) {
    case 'Literal':
      return { kind: 'literal', value: literal(node.value, node.colno) };
    case 'Symbol':
    case 'LookupVal':
      return { kind: 'path', path: pathOf(node) };
    case 'FunCall':
      return { kind: 'call', call: callOf(node) };
    case 'Array':
      return { kind: 'list', items: node.children.map(itemsOf) };
    case 'Group':
      return { kind: 'group', items: group(node.children, node.colno) };
    case 'InlineIf':
      throw new TemplateError(
        'A value cannot be followed by `if`.',
        node.colno,
        'Write {% if condition %}value{% else %}other{% endif %}.',
      );
    case 'Pos':
      throw new TemplateError('A value cannot begin with a plus sign.', node.colno);
    default:
      throw new TemplateError('There is no value here.', node.colno);
  }
}

function group(children: readonly Node[], at: number): readonly Item[] {
  const [only, ...more] = children;
  if (only !== undefined && more.length === 0) return itemsOf(only);
  throw new TemplateError('Brackets must hold one value.', at, 'Lists are written with [ and ].');
}

function literal(value: unknown, at: number): string | bigint | number | boolean {
  if (!(value instanceof Literal)) throw new TemplateError('There is no value here.', at);
  if (typeof value.value === 'bigint' && value.value > MAX_INTEGER) {
    throw new TemplateError(`The number ${value.value} is too large.`, at);
  }
  return value.value;
}

function negative(target: Node, at: number): bigint | number {
  // the sign is a part of the number, so nothing stands between them
  const value =
    target.typename === 'Literal' && target.colno === at + 1 && target.value instanceof Literal
      ? target.value.value
      : undefined;
  if (typeof value === 'number') return -value;
  if (typeof value === 'bigint' && value <= MAX_INTEGER + 1n) return -value;
  throw new TemplateError(
    'A minus sign before a value must belong to a number.',
    at,
    'Write 0 - value.',
  );
}

function nameOf({ name, colno }: CallNode): { name: string; at: number } {
  if (name?.typename === 'Symbol') return { name: name.value, at: name.colno };
  throw new TemplateError(
    'Only functions and macros can be called.',
    name?.colno ?? colno,
    'What other languages do by methods, filters do here: {{ value | upper }}.',
  );
}

function callOf(node: CallNode): RawCall {
  const { name, at } = nameOf(node);
  return rawCall(name, at, node.args.children);
}

/** @throws {TemplateError} if an argument is named twice or has no name */
export function rawCall(name: string, at: number, args: readonly Node[]): RawCall {
  const last = args.at(-1);
  const pairs = last?.typename === 'KeywordArgs' ? last.children : [];
  const positional = last?.typename === 'KeywordArgs' ? args.slice(0, -1) : args;
  return { at, name, positional: positional.map(itemsOf), named: pairs.map(argument) };
}

function argument(pair: Node): RawCall['named'][number] {
  if (pair.typename !== 'Pair' || pair.key.typename !== 'Symbol') {
    throw new TemplateError('An argument needs a name.', pair.colno);
  }
  return { name: pair.key.value, at: pair.colno, value: itemsOf(pair.value) };
}

function pathOf(node: Node): Path {
  const steps: (string | Path)[] = [];
  let current: Node | null = node;
  while (current?.typename === 'LookupVal') {
    steps.unshift(step(current));
    current = current.target;
  }
  if (current?.typename !== 'Symbol') {
    throw new TemplateError(
      'Only variables have members.',
      current?.colno ?? node.colno,
      'Give the value a name with {% set … %}, or use the filters `get` and `nth`.',
    );
  }
  const { value: root, colno: at } = current;
  if (/^(?:true|false|True|False)./.test(root)) {
    throw new TemplateError(`\`${root}\` begins with a truth value.`, at, 'Choose another name.');
  }
  return { at, root, steps, text: [root, ...steps.map(stepText)].join('') };
}

function stepText(one: string | Path): string {
  if (typeof one !== 'string') return `[${one.text}]`;
  return /^[A-Za-z0-9_]+$/.test(one) ? `.${one}` : `["${one}"]`;
}

function step(node: LookupNode): string | Path {
  const index = node.val;
  if (index?.typename === 'Symbol' || index?.typename === 'LookupVal') return pathOf(index);
  const value = index === null ? undefined : indexValue(index);
  if (typeof value === 'string' || typeof value === 'bigint') return String(value);
  throw new TemplateError(
    'An index must be a whole number, a text or a variable.',
    index?.colno ?? node.colno,
    'Give the value a name with {% set … %} first.',
  );
}

function indexValue(index: Node): string | bigint | number | boolean | undefined {
  if (index.typename === 'Literal') {
    // behind a point the parser makes a plain text of the name
    return typeof index.value === 'string' ? index.value : literal(index.value, index.colno);
  }
  return index.typename === 'Neg' ? negative(index.target, index.colno) : undefined;
}
