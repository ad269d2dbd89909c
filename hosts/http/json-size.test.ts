import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { requireSmall } from './json-size.js';

const keysIn = (text: string, values = 10): number => requireSmall(Buffer.from(text), { values });

/** The values in a parsed document, itself included. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, entry) => sum + valuesOf(entry), 1);
}

function keysOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, entry) => sum + keysOf(entry), own);
}

describe('requireSmall', () => {
  it('counts no fewer values than there are, and exactly the keys, whatever JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const [text, values] = [JSON.stringify(value), valuesOf(value)];
        expect(keysIn(text, 2 * values)).toBe(keysOf(value));
        expect(() => keysIn(text, values - 1)).toThrow('values');
      }),
    );
  });

  it.each([
    ['a list', `[${Array.from({ length: 11 }, () => '1').join(',')}]`],
    ['lists', '[[],[],[],[],[],[]]'],
    ['keys', `{${Array.from({ length: 11 }, (_, at) => `"${at}":1`).join(',')}}`],
    ['commas without values', ',,,,,,,,,,,'],
    ['what is never closed', '[{"a":[[[[[[[[[['],
  ])('refuses %s of more than 10 values', (_what, text) => {
    expect(() => keysIn(text)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: 'The request body holds more than 10 values.',
      }),
    );
  });

  it('counts nothing within texts', () => {
    expect(keysIn(JSON.stringify({ a: '{"[,:'.repeat(100), '\\"': '\\' }))).toBe(2);
  });

  it('refuses endless nesting', () => {
    expect(() => keysIn(`{"a":${'['.repeat(70)}${']'.repeat(70)}}`, 1000)).toThrow('nested deeper');
    expect(() => keysIn('['.repeat(1_000_000), 10_000)).toThrow('nested deeper');
  });
});
