import { describe, expect, it } from '@jest/globals';
import { decisionOf, firstRules, type AppliedRule } from './first-rules.js';

const rule = (name: string, notes?: readonly string[]): AppliedRule => ({
  name,
  verdict: `by ${name}`,
  reason: 'applies',
  source: { kind: 'default' },
  ...(notes !== undefined && { notes }),
});

describe('firstRules', () => {
  it('finds the first two that apply and asks no further', async () => {
    const asked: string[] = [];
    const finder = (name: string, found: AppliedRule | undefined) => () => {
      asked.push(name);
      return Promise.resolve(found);
    };
    const finders = [
      finder('a', undefined),
      finder('b', rule('b')),
      finder('c', rule('c')),
      finder('d', rule('d')),
    ];
    await expect(firstRules(finders, undefined)).resolves.toEqual([rule('b'), rule('c')]);
    expect(asked).toEqual(['a', 'b', 'c']);
  });

  it('takes several of one finder', async () => {
    await expect(firstRules([() => [rule('a'), rule('b')]], undefined)).resolves.toEqual([
      rule('a'),
      rule('b'),
    ]);
  });

  it('needs a rule for everything', async () => {
    await expect(firstRules([() => undefined], undefined)).rejects.toThrow('no rule applies');
  });
});

describe('decisionOf', () => {
  it('has the notes of the rule that decides, then those of every answer', () => {
    const decision = decisionOf([rule('a', ['of a']), rule('b', ['of b'])], ['of all']);
    expect(decision).toEqual({
      verdict: 'by a',
      rule: rule('a'),
      next: rule('b'),
      notes: ['of a', 'of all'],
    });
  });

  it('says when nothing comes next', () => {
    expect(decisionOf([rule('a'), undefined]).next).toBeNull();
  });
});
