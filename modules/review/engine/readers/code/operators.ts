/** Operators, lists, objects and comprehensions. */
import type { Source } from '../../facts.js';
import { computed } from './arithmetic.js';
import type { Computation } from './evaluate.js';
import { MOST_ITEMS } from './limits.js';
import type { Expression } from './expression.js';
import { itemsOf, joinPath } from './fold/texts.js';
import { fromSources, joined, sourcesOf, type Known } from './known.js';
import type { NodeId } from './syntax-tree.js';

type Of<K extends Expression['kind']> = Extract<Expression, { readonly kind: K }>;

/** An operator between two values. */
export function combined(expression: Of<'binary'>, computation: Computation): Known {
  const { operator } = expression;
  if (operator === '+') return sum(expression, computation);
  const [left, right] = [computation.part(expression.left), computation.part(expression.right)];
  return (
    special(operator, left, computation.evaluator.underName(right, expression.right)) ??
    formatted(computation, { operator, left, right }) ??
    computed(operator, left, right) ??
    fromSources([
      ...sourcesOf([left, right]),
      // what is taken apart bit by bit is a text that was hidden, also where it is not known
      ...(operator === '^' ? [xor(expression.left, computation)] : []),
    ])
  );
}

const xor = (node: NodeId, { evaluator }: Computation): Source => ({
  kind: 'decoded',
  encoding: 'xor',
  at: evaluator.at(node),
});

/** `path / part`. */
function special(operator: string, left: Known, right: Known): Known | undefined {
  if (operator !== '/' || left.refers?.startsWith('pathlib.') !== true) return undefined;
  return { ...joinPath([left, right]), refers: 'pathlib.Path()' };
}

/** `format % values`. */
function formatted(
  { evaluator }: Computation,
  {
    operator,
    left,
    right,
  }: { readonly operator: string; readonly left: Known; readonly right: Known },
): Known | undefined {
  if (operator !== '%' || left.text === undefined || /^-?[\d.]+$/.test(left.text)) return undefined;
  return (
    evaluator.library.format?.(left, right.items ?? [right]) ??
    fromSources(sourcesOf([left, right]))
  );
}

/** Long sums lean to the left: they are walked, not descended into. */
function sum(expression: Of<'binary'>, { evaluator, part }: Computation): Known {
  const { tree, adapter } = evaluator.program;
  const operands: NodeId[] = [expression.right];
  let { left } = expression;
  for (;;) {
    const inner = adapter.expression(tree, left);
    if (inner.kind !== 'binary' || inner.operator !== '+') break;
    operands.push(inner.right);
    left = inner.left;
  }
  const parts = [left, ...operands.reverse()].map((operand) => {
    const known = part(operand);
    return known.items === undefined ? evaluator.underName(known, operand) : known;
  });
  return added(parts);
}

function added(parts: readonly Known[]): Known {
  if (parts.every(({ items }) => items !== undefined)) {
    const items = parts.flatMap((part) => part.items ?? []);
    return { dynamic: true, sources: sourcesOf(parts), items };
  }
  const [one, other, ...more] = parts;
  const numbers = one && other && more.length === 0 ? computed('+', one, other) : undefined;
  return numbers ?? joined(parts);
}

export function listOf({ items: nodes }: Of<'list'>, { part }: Computation): Known {
  const items = nodes.map(part);
  return { dynamic: true, sources: sourcesOf(items), items };
}

export function entriesOf({ entries: list, rest }: Of<'entries'>, { part }: Computation): Known {
  const entries = new Map<string, Known>();
  const others = rest.map(part);
  for (const other of others)
    for (const [key, value] of other.entries ?? []) entries.set(key, value);
  for (const { key, value } of list)
    entries.set((typeof key === 'string' ? key : part(key).text) ?? '', part(value));
  return { dynamic: true, sources: sourcesOf([...others, ...entries.values()]), entries };
}

/** The body for each item of a list that is known. */
export function comprehended(
  { body, variable, over }: Of<'comprehension'>,
  { evaluator, environment, part }: Computation,
): Known {
  const list = part(over);
  const all = itemsOf(list);
  if (all === undefined || all.length > MOST_ITEMS)
    return fromSources(sourcesOf([list, part(body)]));
  const items = all.map((item) =>
    evaluator.evaluate(body, new Map([...(environment ?? []), [variable, item]])),
  );
  return { dynamic: true, sources: sourcesOf([list, ...items]), items };
}

/** `object[from:to:step]`. */
export function sliced(object: Known, range: string): Known {
  const bounds = boundsOf(range);
  const list = object.items ?? lettersOf(object);
  if (bounds === undefined || list === undefined)
    return object.text === undefined ? fromSources(object.sources) : object;
  const { from, to, step } = bounds;
  const picked = step > 0 ? list.slice(from, to) : list.toReversed();
  const taken = picked.filter((_, index) => index % Math.abs(step) === 0);
  if (object.items) return { ...object, items: taken as Known[] };
  const hides = step !== 1 && { disguised: true };
  return { ...object, text: (taken as string[]).join(''), folded: true, ...hides };
}

const lettersOf = ({ text, dynamic }: Known): readonly string[] | undefined =>
  text === undefined || dynamic ? undefined : Array.from(text);

function boundsOf(
  range: string,
): { readonly from?: number; readonly to?: number; readonly step: number } | undefined {
  const parts = range.split(':').map((part) => part.trim());
  if (parts.length > 3 || !parts.every((part) => /^(-?\d+)?$/.test(part))) return undefined;
  const [from = '', to = '', step = ''] = parts;
  return {
    ...(from !== '' && { from: Number(from) }),
    ...(to !== '' && { to: Number(to) }),
    step: Number(step) || 1,
  };
}
