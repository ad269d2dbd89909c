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

/** Values that a field of this shape takes, or nearly so: rules on what goes together are not kept. */
export function valueOfShape(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.type) {
    case 'boolean':
      return fc.boolean();
    case 'text':
      return text(shape.format);
    case 'integer':
      return fc.integer({ min: shape.min, max: Math.min(shape.max, shape.min + 3) });
    case 'choice':
      return fc.constantFrom(...shape.values);
    case 'list':
      return fc.array(valueOfShape(shape.of), { maxLength: 3 });
    case 'tuple':
      return fc.tuple(...shape.of.map(valueOfShape));
    case 'map':
      return fc
        .array(fc.tuple(text(shape.keys), valueOfShape(shape.of)), { maxLength: 3 })
        .map((entries) => new Map(entries));
    case 'object':
      return valueOfObject(shape);
    case 'tagged':
      return fc.oneof(
        ...Object.entries(shape.variants).map(([name, variant]) =>
          valueOfObject(variant).map((value) => ({ [shape.tag]: name, ...value })),
        ),
      );
    case 'forms':
      return fc.oneof(...shape.forms.map(valueOfShape));
    case 'absent':
      return fc.constant(null);
    case 'any':
      return fc.constantFrom({}, { a: [1] });
  }
}

function valueOfObject({ members, oneOf = [] }: ObjectShape): fc.Arbitrary<object> {
  const names = Object.keys(members);
  const alone = names.filter((name) => !oneOf.includes(name));
  const choices = oneOf.length === 0 ? [alone] : oneOf.map((name) => [...alone, name]);
  return fc.oneof(
    ...choices.map((choice) =>
      fc.record(
        Object.fromEntries(
          choice.flatMap((name) => {
            const member = members[name];
            return member === undefined ? [] : [[name, valueOfShape(member.shape)]];
          }),
        ),
        {
          requiredKeys: choice.filter(
            (name) => members[name]?.required === true || oneOf.includes(name),
          ),
        },
      ),
    ),
  );
}
