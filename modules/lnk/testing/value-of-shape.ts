import fc from 'fast-check';
import type { ObjectShape, Shape, TextFormat } from '../config/fields/shape.js';

const TEXTS: Readonly<Record<TextFormat, readonly string[]>> = {
  'linear-pattern': ['^/a', 'b'],
  pattern: ['^/a', '(?!b)'],
  target: ['pod/a', 'deployment/b/container/c', 'job/x', 'label/a=b', 'targetless'],
  'outgoing-address': ['db', 'tcp://10.0.0.0/8:80', ''],
  'dns-address': ['db', '10.0.0.0/8'],
  'json-path': ['$', '$.a'],
  'absolute-path': ['/a', '/b'],
  'socket-address': ['127.0.0.1:80'],
  'ip-address': ['127.0.0.1', '::1'],
};

const text = (format: TextFormat | undefined): fc.Arbitrary<string> =>
  format === undefined
    ? fc.oneof(fc.constantFrom('A', 'a.example.com', ''), fc.string())
    : fc.constantFrom(...TEXTS[format]);

type ValueOf = {
  readonly [Type in Shape['type']]: (
    shape: Extract<Shape, { readonly type: Type }>,
  ) => fc.Arbitrary<unknown>;
};

const VALUE_OF: ValueOf = {
  boolean: () => fc.boolean(),
  text: ({ format }) => text(format),
  integer: ({ min, max }) => fc.integer({ min, max: Math.min(max, min + 3) }),
  choice: ({ values }) => fc.constantFrom(...values),
  list: ({ of }) => fc.array(valueOfShape(of), { maxLength: 3 }),
  tuple: ({ of }) => fc.tuple(...of.map(valueOfShape)),
  map: ({ of, keys }) =>
    fc
      .array(fc.tuple(text(keys), valueOfShape(of)), { maxLength: 3 })
      .map((entries) => new Map(entries)),
  object: valueOfObject,
  tagged: ({ tag, variants }) =>
    fc.oneof(
      ...Object.entries(variants).map(([name, variant]) =>
        valueOfObject(variant).map((value) => ({ [tag]: name, ...value })),
      ),
    ),
  forms: ({ forms }) => fc.oneof(...forms.map(valueOfShape)),
  absent: () => fc.constant(null),
  any: () => fc.constantFrom({}, { a: [1] }),
};

/** Values that a field of this shape takes, or nearly so: `needs` of objects and lists that must not be empty are not kept. */
export function valueOfShape(shape: Shape): fc.Arbitrary<unknown> {
  return (VALUE_OF[shape.type] as (shape: Shape) => fc.Arbitrary<unknown>)(shape);
}

function valueOfObject({ members, oneOf = [] }: ObjectShape): fc.Arbitrary<object> {
  const all = Object.entries(members);
  const alternatives = oneOf.length === 0 ? [undefined] : oneOf;
  return fc.oneof(
    ...alternatives.map((chosen) => {
      const there = all.filter(([name]) => name === chosen || !oneOf.includes(name));
      const needed = there.filter(([name, { required }]) => name === chosen || required === true);
      return fc.record(
        Object.fromEntries(there.map(([name, { shape }]) => [name, valueOfShape(shape)])),
        { requiredKeys: needed.map(([name]) => name) },
      );
    }),
  );
}
