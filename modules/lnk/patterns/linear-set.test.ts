import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LinearSet } from './linear-set.js';

describe('a set of linear patterns', () => {
  it('finds all that match, without regard to case', async () => {
    const set = await LinearSet.of(['^/a', 'B', 'c$', 'x']);
    expect(set.matches('/Abc')).toEqual([0, 1, 2]);
    expect(set.matches('')).toEqual([]);
  });

  it('finds patterns that all begin at the start', async () => {
    const set = await LinearSet.of(['^/a', '(^/b|\\A/c)', '^/a/b$', '(?i)(?<n>^)/A']);
    expect(set.matches('/a/b')).toEqual([0, 2, 3]);
    expect(set.matches('x/a')).toEqual([]);
    expect(set.matches('/C')).toEqual([1]);
    expect((await LinearSet.of(['(?m)^/a'])).matches('x\n/a')).toEqual([0]);
    expect((await LinearSet.of(['^a|b', '^'])).matches('xb')).toEqual([0, 1]);
  });

  it('may be empty', async () => {
    expect((await LinearSet.of([])).matches('a')).toEqual([]);
  });

  it('names the pattern that is wrong', async () => {
    await expect(LinearSet.of(['a', '(b'])).rejects.toThrow(
      'the pattern "(b": at character 1, a group is never closed; add `)`, or write `\\(`',
    );
    await expect(LinearSet.of(['a(?=b)'])).rejects.toThrow('a look-ahead');
  });

  it('holds thousands', async () => {
    const set = await LinearSet.of(Array.from({ length: 6000 }, (_, index) => `^/d${index}/`));
    expect(set.matches('/D5999/x')).toEqual([5999]);
    expect(set.matches('/d17/x')).toEqual([17]);
  });

  it('takes any text', async () => {
    const set = await LinearSet.of(['^/a.b$', '(?s)^/a.b$']);
    expect(set.matches('/a\nb')).toEqual([1]);
    expect(set.matches('/a\0b')).toEqual([0, 1]);
    expect(set.matches('/a\uD83Db')).toEqual([0, 1]);
  });

  it('answers as each of its patterns alone', async () => {
    const pattern = fc
      .array(fc.constantFrom('a', 'B', '/', '.', '[^a]', '(?:ab)*', 'b+', '^', '$', '\\b', '|'), {
        maxLength: 6,
      })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(pattern, { maxLength: 5 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'A', '/', '\n', 'é') }),
        async (patterns, text) => {
          const alone = await Promise.all(patterns.map((one) => LinearSet.of([one])));
          const expected = alone.flatMap((set, index) =>
            set.matches(text).length > 0 ? [index] : [],
          );
          expect((await LinearSet.of(patterns)).matches(text)).toEqual(expected);
        },
      ),
      { numRuns: 50 },
    );
  });
});
