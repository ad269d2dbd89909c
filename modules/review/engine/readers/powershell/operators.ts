/** Operators and casts on values; a value is a list, mostly of one. */
import { ownValue } from '../../../../../toolbox/own-value.js';
import { disguise, joined, literal, union, unknown, withText, type Flow } from '../shell/flow.js';

export type Values = readonly Flow[];

const sourcesOf = (values: Values): Flow['sources'] => union(values.map((value) => value.sources));
const isKnown = (values: Values): boolean => values.every((value) => !value.dynamic);

/** What came together from pieces. */
const composed = (values: Values, text: string): Flow =>
  disguise({ text, dynamic: !isKnown(values), sources: sourcesOf(values), disguised: true });

/** Elements of one list, at most. */
const MOST_VALUES = 4096;

function range(from: number, to: number): Values {
  if (!Number.isInteger(from) || !Number.isInteger(to) || Math.abs(to - from) > MOST_VALUES)
    return [unknown('range')];
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) =>
    literal(String(from + step * index)),
  );
}

const one = (values: Values): Flow => joined(values, ' ');
const text = (values: Values): string => values.map((value) => value.text).join(' ');

function plus(left: Values, right: Values): Values {
  if (left.length > 1) return [...left, ...right].slice(0, MOST_VALUES);
  const [first, second] = [one(left), one(right)];
  if (/^\d+$/.test(first.text) && /^\d+$/.test(second.text))
    return [literal(String(Number(first.text) + Number(second.text)))];
  const sum = joined([first, second]);
  // letters put together to a word; paths and sentences are put together everywhere
  return [/^[\w-]{1,40}$/.test(sum.text) ? disguise(sum) : sum];
}

function format(left: Values, right: Values): Values {
  const pattern = one(left);
  const filled = pattern.text.replace(
    /\{(\d+)[^{}]*\}/g,
    (hole, index: string) => right[Number(index)]?.text ?? hole,
  );
  return [composed([pattern, ...right], filled)];
}

function replace(left: Values, right: Values): Values {
  const [pattern = literal(''), by = literal('')] = right;
  // patterns that are more than text stay as they are
  if (pattern.text === '' || /[.*+?^$()[\]{}|]/.test(pattern.text.replace(/\\./g, ''))) return left;
  const plain = pattern.text.replace(/\\(.)/g, '$1');
  return left.map((value) => disguise(withText(value, value.text.split(plain).join(by.text))));
}

function split(left: Values, right: Values): Values {
  const separator = text(right);
  return left.flatMap((value) =>
    value.text
      .split(separator)
      .slice(0, MOST_VALUES)
      .map((piece) => withText(value, piece)),
  );
}

type Operator = (left: Values, right: Values) => Values;

/** `+=` and what is put into a member. */
export const appended = (before: Values, values: Values): Values =>
  before.length === 1
    ? [joined([...before, ...values])]
    : [...before, ...values].slice(0, MOST_VALUES);

/** What nothing is known of but what it is made of. */
export const mixed = (left: Values, right: Values): Values => [
  unknown('value', sourcesOf([...left, ...right])),
];

export const binary: ReadonlyMap<string, Operator> = new Map(
  Object.entries({
    '+': plus,
    '..': (left, right) => range(Number(text(left)), Number(text(right))),
    '-f': format,
    '-join': (left, right) => [composed(left, left.map((value) => value.text).join(text(right)))],
    '-replace': replace,
    '-creplace': replace,
    '-ireplace': replace,
    '-split': split,
  } satisfies Record<string, Operator>),
);

/** `[type]value`. */
export function cast(type: string, values: Values): Values {
  const name = type.toLowerCase().replace(/^system\./, '');
  if (name === 'char' || name === 'char[]')
    return values.map((value) =>
      /^(?:\d{1,6}|0x[\da-f]{1,5})$/i.test(value.text)
        ? disguise(withText(value, String.fromCharCode(Number(value.text))))
        : value,
    );
  if (name === 'string') return [joined(values, ' ')];
  return values;
}

/** Letters or elements by their numbers. */
export function indexed(values: Values, index: Values): Values {
  const [only] = values;
  const list =
    values.length === 1 && only !== undefined
      ? Array.from(only.text, (letter) => withText(only, letter))
      : values;
  if (!isKnown(values)) return [unknown('element', sourcesOf(values))];
  return index.flatMap((number) => {
    const found = list.at(Number(number.text));
    return found === undefined ? [] : [disguise(found)];
  });
}

const METHODS: Readonly<
  Record<string, (text: string, args: readonly string[]) => string | undefined>
> = {
  replace: (whole, [pattern = '', by = '']) =>
    pattern === '' ? whole : whole.split(pattern).join(by),
  substring: (whole, [start = '0', length]) =>
    whole.slice(Number(start), length === undefined ? undefined : Number(start) + Number(length)),
  trim: (whole) => whole.trim(),
  tolower: (whole) => whole.toLowerCase(),
  toupper: (whole) => whole.toUpperCase(),
  tostring: (whole) => whole,
  insert: (whole, [at = '0', more = '']) =>
    whole.slice(0, Number(at)) + more + whole.slice(Number(at)),
  remove: (whole, [at = '0', count]) =>
    whole.slice(0, Number(at)) +
    (count === undefined ? '' : whole.slice(Number(at) + Number(count))),
};

/** Methods of texts and lists; undefined for all others. */
export function textMethod(name: string, receiver: Values, args: Values): Values | undefined {
  if (name === 'tochararray')
    return receiver.flatMap((value) => Array.from(value.text, (letter) => withText(value, letter)));
  if (name === 'split') return split(receiver, args);
  const method = ownValue(METHODS, name);
  if (method === undefined) return undefined;
  return receiver.map((value) => {
    const changed = value.dynamic
      ? undefined
      : method(
          value.text,
          args.map((arg) => arg.text),
        );
    return changed === undefined ? value : disguise(withText(value, changed));
  });
}
