import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { globMatches } from './glob.js';

describe('globMatches', () => {
  it.each([
    ['', '', true],
    ['', 'A', false],
    ['*', '', true],
    ['*', 'ANY', true],
    ['?', 'A', true],
    ['?', '😀', true],
    ['?', '', false],
    ['?', 'AB', false],
    ['DB_*', 'DB_', true],
    ['DB_*', 'DB_HOST', true],
    ['DB_*', 'MYDB_HOST', false],
    ['*_HOST', 'DB_HOST_HOST', true],
    ['*_HOST', 'DB_HOSTS', false],
    ['D?_*T', 'DB_HOST', true],
    ['**A**', 'BAB', true],
    ['db', 'DB', false],
    ['A.B', 'AXB', false],
    ['[AB]', 'A', false],
    ['A', 'AB', false],
    ['AB', 'A', false],
  ])('%s with %s: %s', (pattern, name, answer) => {
    expect(globMatches(pattern, name)).toBe(answer);
  });

  it('agrees with the regular expression of the same meaning', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    fc.assert(
      fc.property(text, name, (pattern, given) => {
        const source = pattern.replaceAll('*', '.*').replaceAll('?', '.');
        expect(globMatches(pattern, given)).toBe(new RegExp(`^${source}$`).test(given));
      }),
    );
  });

  it('takes no exponential time', () => {
    expect(globMatches(`${'*a'.repeat(1000)}b`, 'a'.repeat(10_000))).toBe(false);
  });
});
