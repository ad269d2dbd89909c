import { isRecord, type Fields } from '../../toolbox/type-guards.js';
import type { Shape } from '../api/extension-point.js';

/** A description of a value for messages, and the test for it. */
type Rule = readonly [what: string, holds: (value: unknown) => boolean];

const words: Readonly<Record<Extract<Shape, string>, Rule>> = {
  text: ['a text', (value) => typeof value === 'string'],
  integer: ['a whole number', Number.isInteger],
  flag: ['true or false', (value) => typeof value === 'boolean'],
  object: ['an object', isRecord],
  anything: ['', () => true],
};

function ruleOf(shape: Exclude<Shape, { readonly either: unknown }>): Rule {
  if (typeof shape === 'string') return words[shape];
  if ('pattern' in shape) {
    const pattern = new RegExp(shape.pattern);
    return [shape.is, (value) => typeof value === 'string' && pattern.test(value)];
  }
  if ('min' in shape) {
    const what = `a whole number of at least ${shape.min}`;
    return [what, (value) => Number.isInteger(value) && Number(value) >= shape.min];
  }
  if ('listOf' in shape) return ['a list', Array.isArray];
  if ('mapOf' in shape || 'fields' in shape) return words.object;
  const [values, shown]: unknown[][] = [[...shape], shape.map((value) => JSON.stringify(value))];
  return [`one of ${shown?.join(', ') ?? ''}`, (value) => values?.includes(value) === true];
}

/** The parts of a value of this shape: their names, shapes and values. */
function partsOf(shape: Shape, value: unknown): (readonly [string, Shape, unknown])[] {
  if (typeof shape === 'string') return [];
  if ('listOf' in shape)
    return (value as unknown[]).map((entry, index) => [`[${index}]`, shape.listOf, entry]);
  const members = value as Fields;
  if ('mapOf' in shape)
    return Object.entries(members).map(([name, entry]) => [`.${name}`, shape.mapOf, entry]);
  const fields = 'fields' in shape ? Object.entries(shape.fields) : [];
  return fields
    .map(([name, field]) => [name.replace('?', ''), field, name.endsWith('?')] as const)
    .filter(([name, , optional]) => !optional || members[name] !== undefined)
    .map(([name, field]) => [`.${name}`, field, members[name]]);
}

function strangersIn(shape: Shape, value: unknown): string[] {
  if (typeof shape === 'string' || !('fields' in shape)) return [];
  const known = Object.keys(shape.fields).map((name) => name.replace('?', ''));
  return Object.entries(value as object)
    .filter(([name, entry]) => entry !== undefined && !known.includes(name))
    .map(([name]) => `.${name} is not known: there are ${known.join(', ')}`);
}

/**
 * The problems with a value, each with the field's name; empty when there are none. Of alternative shapes, the problems with the closest one
 * are answered. Unless `exact`, unknown fields are ignored, so that newer manifests can be read.
 */
export function mismatches(value: unknown, shape: Shape, exact = false): string[] {
  if (typeof shape === 'object' && 'either' in shape) {
    const found = shape.either.map((one) => mismatches(value, one, exact));
    return found.sort((left, right) => left.length - right.length)[0] ?? [];
  }
  const [what, holds] = ruleOf(shape);
  if (!holds(value)) {
    const is = value === undefined ? 'missing' : JSON.stringify(value).slice(0, 80);
    return [` must be ${what}, and is ${is}`];
  }
  const inside = partsOf(shape, value).flatMap(([name, part, entry]) =>
    mismatches(entry, part, exact).map((problem) => `${name}${problem}`),
  );
  return [...inside, ...(exact ? strangersIn(shape, value) : [])];
}
