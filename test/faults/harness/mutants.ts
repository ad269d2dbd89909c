import fc from 'fast-check';
import { wrongValues } from '../../contract/hostile/corpus.js';

type Schema = Readonly<Record<string, unknown>>;

/** An operation that takes a JSON body, and a body that it might take. */
export interface Target {
  readonly method: string;
  readonly path: string;
  readonly sample: unknown;
}

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly requestBody?: unknown }>>>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What a schema describes, as small as it may be and with every field that it names. */
function sampleOf(schema: Schema, all: Described['components']['schemas'], depth = 0): unknown {
  const {
    $ref,
    enum: values,
    const: only,
    oneOf,
    anyOf,
    type,
    properties,
    items,
    additionalProperties,
  } = schema;
  const below = (one: unknown): unknown => sampleOf((one ?? {}) as Schema, all, depth + 1);
  if (depth > 8) return null;
  if (typeof $ref === 'string') return below(all[$ref.replace('#/components/schemas/', '')]);
  if (only !== undefined) return only;
  for (const choice of [values, oneOf, anyOf])
    if (Array.isArray(choice)) return choice === values ? (choice[0] as unknown) : below(choice[0]);
  const kind = ([type].flat() as string[]).find((one) => one !== 'null');
  if (kind === 'array') return [below(items)];
  if (kind === 'integer' || kind === 'number') return 1;
  if (kind === 'boolean') return true;
  if (kind === 'string') return 'acme';
  const fields = Object.entries(properties ?? {}).map(([name, one]) => [name, below(one)]);
  return Object.fromEntries([
    ...fields,
    ...(typeof additionalProperties === 'object'
      ? [['acme/demo', below(additionalProperties)]]
      : []),
  ]);
}

/** Every operation of a running server that takes a JSON body, as its own description has it. */
export async function targetsOf(origin: string): Promise<Target[]> {
  const { paths, components } = (await (await fetch(`${origin}/openapi.json`)).json()) as Described;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const { content } = (requestBody ?? {}) as {
        content?: Readonly<Record<string, { schema?: Schema }>>;
      };
      const schema = content?.['application/json']?.schema;
      const filled = path.replace(/\{\w+\}/g, 'acme');
      return schema === undefined
        ? []
        : [
            {
              method: method.toUpperCase(),
              path: filled,
              sample: sampleOf(schema, components.schemas),
            },
          ];
    }),
  );
}

const MEGABYTE = 1024 * 1024;
const sizes = fc.constantFrom(1, 2, 3, 10, 100, 1000, 4000, 6000, 100_000);
const small = fc.oneof(
  fc.constantFrom(...wrongValues),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** A value that is large in one way or another, but no larger than a body may be. */
const large = fc
  .tuple(sizes, small, fc.constantFrom('list', 'keys', 'text', 'depth', 'objects'))
  .filter(([size, value]) => size * (JSON.stringify(value).length + 8) < MEGABYTE)
  .map(([size, value, shape]): unknown => {
    if (shape === 'list') return Array.from({ length: size }, () => value);
    if (shape === 'objects')
      return Array.from({ length: size }, (_, at) => ({ kind: 'git', [at]: value }));
    if (shape === 'keys')
      return Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, value]));
    if (shape === 'text') return 'x\u0000"'.repeat(size);
    return Array.from({ length: Math.min(size, 60) }).reduce<unknown>((inner) => [inner], value);
  });

const hostile = fc.oneof({ weight: 5, arbitrary: small }, { weight: 1, arbitrary: large });

/** Paths of all values in a document, itself included. */
function* placesIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* placesIn(inner, [...path, key]);
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const inner = replaced((value as Schema | null)?.[key], rest, by);
  if (Array.isArray(value))
    return value.map((entry: unknown, at) => (String(at) === key ? inner : entry));
  return Object.defineProperty({ ...(value as object) }, key, {
    value: inner,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** The document with another value, or a field more, at any of its places. */
const mutatedValue = (sample: unknown): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...placesIn(sample)),
      fc.option(fc.string({ maxLength: 12 }), { freq: 3 }),
      hostile,
    )
    .map(([location, more, value]) =>
      JSON.stringify(replaced(sample, more === null ? location : [...location, more], value)),
    );

/** Its text with pieces removed, doubled or added. */
const mutatedText = (sample: unknown): fc.Arbitrary<string> => {
  const text = JSON.stringify(sample);
  const piece = fc.constantFrom(
    '"',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\\',
    '\\ud800',
    '\\u0000',
    'null',
    '1e999',
    '-',
    '/*',
    '\ufeff',
    '\u00e9',
  );
  const cut = fc.tuple(
    fc.nat(text.length),
    fc.nat(text.length),
    piece,
    fc.constantFrom(0, 1, 2, 1000, 100_000),
  );
  return cut.map(
    ([start, end, added, times]) => text.slice(0, start) + added.repeat(times) + text.slice(end),
  );
};

/** A body for one of the targets that nobody means well. */
export const mutants = (
  targets: readonly Target[],
): fc.Arbitrary<Target & { readonly body: string }> =>
  fc
    .constantFrom(...targets)
    .chain((target) =>
      fc
        .oneof(
          { weight: 3, arbitrary: mutatedValue(target.sample) },
          { weight: 1, arbitrary: mutatedText(target.sample) },
        )
        .map((body) => ({ ...target, body })),
    );
