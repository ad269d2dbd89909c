import { expect, it } from '@jest/globals';
import { schemaMismatch, SchemaUnusable } from './schema-mismatch.js';

it('matches patterns in linear time, each for itself', () => {
  const slow = { properties: { name: { pattern: '^(a+)+$' }, other: { pattern: '^b' } } };
  expect(schemaMismatch(slow, { name: `${'a'.repeat(5000)}!` })).toBe(
    '/name must match pattern "^(a+)+$"',
  );
  expect(schemaMismatch(slow, { name: 'aa', other: 'a' })).toMatch(/^\/other/);
  expect(schemaMismatch(slow, { name: 'aa', other: 'b' })).toBe(undefined);
});

it('says of a schema that cannot be used that it is one', () => {
  for (const schema of [{ $ref: '#/$defs/none' }, { pattern: '(?=a)' }])
    expect(() => schemaMismatch(schema, 'a')).toThrow(SchemaUnusable);
});
