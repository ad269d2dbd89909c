import { describe, expect, it } from '@jest/globals';
import { compileSchema } from './compile-schema.js';

async function issues(schema: Readonly<Record<string, unknown>>, value: unknown) {
  const check = await compileSchema(schema);
  return typeof check === 'string'
    ? check
    : check(value).map(({ path, message }) => `${path.join('.')} ${message}`.trim());
}

it('says where a value differs, and how', async () => {
  const schema = {
    type: 'object',
    properties: { 'a/b~c': { type: 'object', required: ['x'] }, d: { enum: ['e', 1] } },
    additionalProperties: false,
  };
  expect(await issues(schema, { 'a/b~c': { x: 1 } })).toEqual([]);
  expect(await issues(schema, { 'a/b~c': {} })).toEqual(['a/b~c.x is missing']);
  expect(await issues(schema, { d: 2 })).toEqual(['d must be one of "e", 1']);
  expect(await issues(schema, { y: 2 })).toEqual(['y is not allowed']);
  expect(await issues(schema, [])).toEqual(['must be object']);
});

it('reads names that every object has as names', async () => {
  expect(await issues({ required: ['constructor'] }, {})).toEqual(['constructor is missing']);
});

it('checks formats, and lets unknown ones and unknown keywords pass', async () => {
  expect(await issues({ format: 'email' }, 'x')).toEqual(['must match format "email"']);
  expect(await issues({ format: 'colour', 'x-note': { $id: 'a' } }, 'x')).toEqual([]);
});

describe('the dialect', () => {
  const tuple = { items: [{ type: 'string' }] };
  it.each([
    [{ $schema: 'http://json-schema.org/draft-07/schema#', ...tuple }, ['0 must be string']],
    [{ $schema: 'http://json-schema.org/draft-06/schema', ...tuple }, ['0 must be string']],
    [{ $schema: 'https://json-schema.org/draft/2019-09/schema', ...tuple }, ['0 must be string']],
    [
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        prefixItems: [{ type: 'string' }],
      },
      ['0 must be string'],
    ],
    [{ prefixItems: [{ type: 'string' }] }, ['0 must be string']],
    [{ $schema: 'https://example.com/my-schema' }, expect.stringContaining('no known dialect')],
    [{ $schema: 7 }, expect.stringContaining('no known dialect')],
  ])('%j', async (schema, expected) => {
    expect(await issues(schema, [1])).toEqual(expected);
  });
});

it.each([
  [{ type: 'text' }, 'it is no JSON Schema: schema/type must be'],
  [{ required: 'a' }, 'it is no JSON Schema: schema/required must be array'],
  [{ properties: [] }, 'it is no JSON Schema: schema/properties must be object'],
  [{ allOf: {} }, 'it is no JSON Schema: schema/allOf must be array'],
  [{ pattern: '(' }, 'Invalid regular expression'],
])('refuses %j', async (schema, reason) => {
  expect(await compileSchema(schema)).toContain(reason);
});

describe('inner references', () => {
  const away = { $ref: 'https://192.0.2.1/schema.json' };
  it.each([
    ['itself', away, 1],
    ['beside other keywords', { ...away, type: 'string' }, 'x'],
    ['of a property', { properties: { a: away } }, { a: 1 }],
    ['to a definition', { $defs: { a: { type: 'string' } }, $ref: '#/$defs/a' }, 1],
    ['to nothing', { items: { $ref: '#/gone' } }, [1]],
    ['dynamic', { $dynamicRef: '#node' }, 1],
    ['recursive', { additionalProperties: { $ref: '#' } }, { a: 1 }],
    ['in not', { not: away }, 1],
    ['in two choices', { oneOf: [away, { type: 'integer' }] }, 1],
    ['in a condition', { if: away, then: false }, 1],
    ['in a count', { contains: away, maxContains: 1 }, [1, 2]],
    ['that would name properties', { allOf: [away], unevaluatedProperties: false }, { a: 1 }],
    ['in a dependency', { dependentSchemas: { a: away } }, { a: 1 }],
    ['that are no text', { $ref: 7 }, 1],
  ])('%s: are not followed and no error', async (_where, schema, value) => {
    expect(await issues(schema, value)).toEqual([]);
  });

  it('leave everything else as it is', async () => {
    const schema = { properties: { a: away, $ref: { type: 'string' } }, oneOf: [away, true] };
    expect(await issues({ ...schema, required: ['b'] }, {})).toEqual(['b is missing']);
    expect(await issues(schema, { $ref: 1 })).toEqual(['$ref must be string']);
    expect(await issues({ enum: [away] }, away)).toEqual([]);
    expect(await issues({ const: away }, {})).toHaveLength(1);
    expect(
      await issues({ properties: { a: away }, unevaluatedProperties: false }, { b: 1 }),
    ).toEqual(['must NOT have unevaluated properties']);
    expect(await issues({ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3)).toHaveLength(1);
  });
});

describe('hostile schemas', () => {
  const nested = (keyword: string, levels: number): Readonly<Record<string, unknown>> => {
    let schema: Readonly<Record<string, unknown>> = {};
    for (let level = 0; level < levels; level += 1) schema = { [keyword]: schema };
    return schema;
  };

  it('end: catastrophic patterns', async () => {
    for (const pattern of ['^(a+)+$', '(x+x+)+y', '^(a|a)*$'])
      expect(await issues({ pattern }, `${'ax'.repeat(20)}${'a'.repeat(40)}!`)).toHaveLength(1);
    const slow = await issues({ pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`);
    expect(slow).toEqual(['takes too long to check']);
  });

  it('end: deep, wide and exponential ones', async () => {
    expect(await compileSchema(nested('not', 50_000))).toBe('it nests deeper than 100 levels');
    const properties = Object.fromEntries(
      Array.from({ length: 60_000 }, (_, index) => [`k${index}`, { type: 'string', minLength: 1 }]),
    );
    expect(await compileSchema({ properties })).toBe('it has more than 1000 schemas within it');
    let branches: Readonly<Record<string, unknown>> = { type: 'string' };
    for (let level = 0; level < 90; level += 1) branches = { anyOf: [branches, branches] };
    expect(await compileSchema(branches)).toBe('it has more than 1000 schemas within it');
    // what compiles in a moment otherwise
    const many = Object.fromEntries(Object.entries(properties).slice(0, 500));
    expect(await issues({ properties: many }, { k7: '' })).toEqual([
      'k7 must NOT have fewer than 1 characters',
    ]);
  });

  it('do nothing but check', async () => {
    expect(await issues({ $async: true, type: 'string' }, 1)).toEqual(['must be string']);
    expect(await issues({ $id: 'http://json-schema.org/draft-07/schema' }, 1)).toEqual([]);
    expect(
      await issues(
        { properties: { a: { $anchor: '1 2' }, b: { $id: 'x' }, c: { $id: 'x', type: 'null' } } },
        {},
      ),
    ).toEqual([]);
    const property = '"]; globalThis.polluted = 1; data["';
    expect(
      await issues({ properties: { [property]: { const: property } } }, { [property]: 1 }),
    ).toHaveLength(1);
    expect(
      await issues(JSON.parse('{"properties": {"__proto__": {"type": "string"}}}') as never, {}),
    ).toEqual([]);
    expect(globalThis).not.toHaveProperty('polluted');
  });
});
