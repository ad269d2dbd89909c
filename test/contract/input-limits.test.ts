import { expect, it } from '@jest/globals';
import type { Class } from 'svc-registry/kernel';
import { builtInModules } from '../../hosts/testing/built-in-modules.js';
import { schemaOf } from '../../hosts/module/manifest/json-schema.js';

type Schema = Readonly<Record<string, unknown>>;

const noDocs = { type: () => undefined, field: () => undefined, fieldNames: () => [] };
const declarations = await builtInModules();
const bodies = declarations
  .flatMap(({ operations = [] }) => operations.map(({ operation }) => operation))
  .filter(({ http }) => http !== undefined && http.method !== 'GET' && http.method !== 'DELETE');

const LIMITS: Readonly<Record<string, readonly string[]>> = {
  string: ['maxLength', 'enum', 'const', 'format', 'pattern'],
  array: ['maxItems'],
  integer: ['maximum', 'enum'],
  number: ['maximum', 'enum'],
};

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : ([value].flat() as T[]);

/** Paths of the values below a schema that may be as long, or as many, as their sender likes. */
function* boundless(schema: Schema, root: Schema, path: string): Generator<string> {
  const below = (value: unknown, more = ''): Iterable<string> =>
    typeof value === 'object' && value !== null
      ? boundless(value as Schema, root, path + more)
      : [];
  const { $ref, type, properties, items, additionalProperties } = schema;
  if (typeof $ref === 'string')
    yield* below((root['$defs'] as Schema)[$ref.replace('#/$defs/', '')]);
  for (const kind of listOf(type as string))
    if (LIMITS[kind]?.some((limit) => limit in schema) === false) yield path;
  for (const [name, value] of Object.entries(properties ?? {})) yield* below(value, `.${name}`);
  yield* below(items, '[]');
  if (typeof additionalProperties === 'object' && !('maxProperties' in schema)) yield `${path}{}`;
  yield* below(additionalProperties, '{}');
  for (const word of ['anyOf', 'oneOf', 'allOf'])
    for (const one of listOf(schema[word])) yield* below(one);
}

it('nothing in a body is as long, or as many, as its sender likes', async () => {
  const found: string[] = [];
  for (const { id, input, http } of bodies) {
    const schema = schemaOf((await input()) as Class<object>, { docs: noDocs, closed: true });
    const inPath = new Set([...http!.path.matchAll(/:(\w+)/g)].map(([, name]) => `.${name}`));
    found.push(
      ...[...boundless(schema, schema, '')]
        .filter((path) => !inPath.has(path))
        .map((path) => id + path),
    );
  }
  expect(found).toEqual([]);
});
