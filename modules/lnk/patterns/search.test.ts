import { describe, expect, it } from '@jest/globals';
import { search } from './search.js';

/** Each with texts that it is in and texts that it is not in. */
const MEANINGS: readonly [pattern: string, inside: readonly string[], not: readonly string[]][] = [
  ['abc', ['abc', 'xabcx'], ['ABC', 'ab']],
  ['(?i)straße', ['STRAßE', 'Straße'], ['strasse']],
  ['(?i:a)b', ['ab', 'Ab'], ['AB']],
  ['a(?i)b|c', ['aB', 'C', 'c'], ['Ab']],
  ['(?i)a(?-i)b', ['Ab'], ['AB']],
  ['(?i)k', ['K', '\u212A'], ['q']],
  ['(?s)a.b', ['a\nb'], ['ab']],
  ['a.b', ['a\rb', 'a\u2028b', 'a😀b'], ['a\nb']],
  ['^b$', ['b'], ['a\nb', 'b\n']],
  ['(?m)^b$', ['b', 'a\nb\nc'], ['a\rb', 'ab']],
  ['\\Ab\\z', ['b'], ['b\n', 'ab']],
  ['(?m)\\Ab', ['b\na'], ['a\nb']],
  ['b\\Z', ['b', 'b\n'], ['b\n\n', 'ba']],
  ['(?x) a\\ b # c', ['a b'], ['ab']],
  ['(?x)a +b', ['aab'], ['a +b']],
  ['(?x)[a b]c', ['ac'], [' c']],
  ['^[[:alpha:]]+$', ['aZ'], ['a1', 'é']],
  ['^[[:^alpha:]]$', ['1', 'é'], ['a']],
  ['^[[:space:]]\\s$', ['\v ', '\t\n'], ['a ', '\u00A0\u00A0']],
  ['^[\\W_]$', ['é', '_', ' '], ['a', '9']],
  ['(?i)^[\\W_]$', ['é', '_'], ['a', 'S', '\u017F']],
  ['^\\p{L}\\p{Lu}$', ['éA'], ['1A', 'aa']],
  ['^[\\p{Greek}a]$', ['α', 'a'], ['b']],
  ['^[^\\P{L}1]$', ['a'], ['1', ' ']],
  ['^\\x{1F600}\\x41$', ['😀A'], ['😀B']],
  ['^[😀-😂]$', ['😁'], ['😐']],
  ['^.$', ['😀', '\uD83D'], ['ab']],
  ['^[]a]$', [']', 'a'], ['b']],
  ['\\Qa.b\\E', ['a.b'], ['axb']],
  ['\\bcat\\b', ['a cat.'], ['cats']],
  ['a{2,3}?$', ['aa', 'baaa'], ['ba']],
  ['a{x}', ['a{x}'], ['a']],
  ['a(?=b)', ['ab'], ['ac', 'AB']],
  ['^(?!.*secret).*$', ['public'], ['a secret']],
  ['(?<=tenant: )a(?!b)', ['tenant: ac'], ['tenant: ab', 'a']],
  ['(?i)(?<!x)A', ['a', 'ya'], ['Xa']],
  ['(?i:x)(?=Y)', ['xY', 'XY'], ['xy']],
  ['(?i:[a-cé])(?=Y)', ['BY', 'ÉY'], ['by', 'dY']],
  ['(?=[[:^alpha:]])[\\WZ]', ['é', '1 '], ['aZ']],
  ['(?i)(?=\\P{Lu})^.$', ['1'], ['a', 'A']],
  ['(?i)(?=.)^[1\\P{Lu}]$', ['1', ' '], ['a', 'A']],
  ['(?i)(?=.)^[^1\\P{Lu}]$', ['a', 'A'], ['1', ' ']],
  ['^(a|b)\\1$', ['aa', 'bb'], ['ab']],
  ['^(?<q>[\'"]).*\\k<q>$', ['"a"', "'a'"], ['"a\'']],
  ['^(?>a+)(b)\\1$', ['aabb'], ['aab']],
  ['^(?>a*)a', [], ['aaa']],
  ['^a*+a', [], ['aaa']],
  ['(?m)(?=b)^b$', ['a\nb'], ['a\rb']],
];

/** Texts and patterns that keep a backtracking engine busy for hours, or need gigabytes. */
const A = 'a'.repeat(5000);
const LINEAR_EXPLOSIONS: readonly string[] = [
  '(a+)+$',
  '(a*)*b',
  '(a|a)*b',
  '(a|aa)+b',
  '(a?){500}a{500}b',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*a){20}b',
  '(x+x+)+y',
  '(\\w+\\s?)*!$',
  '^(a|[a-c]|[^b])*d$',
  '((a{1,10}){1,10}){1,10}b',
  '.*.*.*.*.*=.*b',
];
const LOOK_AROUND_EXPLOSIONS: readonly string[] = [
  '(a+)+(?=b)c',
  '(?=(a|aa)+b)x',
  '^(?!(a*)*b).*c',
  '(?<=b(a+)+)',
  '(a+)+\\1b',
];
const REFUSED_EXPLOSIONS: readonly string[] = [
  'a{1,1000}{1,1000}',
  '(?=a)(?:(?:a{1,1000}){1,1000}){1,1000}',
  '(?:[a-z]{1,1000}){1,1000}(?!b)',
];

describe('search', () => {
  it.each(MEANINGS)('finds %j', async (pattern, inside, not) => {
    for (const text of inside) {
      expect([text, await search([pattern], [text])]).toEqual([
        text,
        [{ matched: 0, tookTooLong: false }],
      ]);
    }
    for (const text of not) {
      expect([text, await search([pattern], [text])]).toEqual([
        text,
        [{ matched: null, tookTooLong: false }],
      ]);
    }
  });

  it('answers for each pattern with the first text', async () => {
    const texts = ['one', 'two', 'three'];
    expect(await search(['t', 'e(?=e)', '(?<=x)', 'o'], texts)).toEqual(
      [1, 2, null, 0].map((matched) => ({ matched, tookTooLong: false })),
    );
  });

  it('ignores case on request', async () => {
    const matched = async (pattern: string): Promise<unknown> =>
      (await search([pattern], ['X-ID: 1'], { ignoreCase: true })).map((one) => one.matched);
    expect(await matched('x-id')).toEqual([0]);
    expect(await matched('x-id(?=:)')).toEqual([0]);
    expect(await matched('(?-i)x-id(?=:)')).toEqual([null]);
  });

  it('stops for a signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(search(['a'], ['a'], { signal })).rejects.toThrow('enough');
  });

  it('has nothing to say about nothing', async () => {
    expect(await search([], ['a'])).toEqual([]);
    expect(await search(['a', 'a(?=b)'], [])).toEqual([
      { matched: null, tookTooLong: false },
      { matched: null, tookTooLong: false },
    ]);
  });

  it.each(LINEAR_EXPLOSIONS)('answers %j about a text that would take hours', async (pattern) => {
    expect(await search([pattern], [`${A}!?`])).toEqual([{ matched: null, tookTooLong: false }]);
  });

  it.each(LOOK_AROUND_EXPLOSIONS)('gives up %j', async (pattern) => {
    expect(await search([pattern], [A])).toEqual([{ matched: null, tookTooLong: true }]);
  });

  it.each(REFUSED_EXPLOSIONS)('refuses %j', async (pattern) => {
    await expect(search([pattern], [A])).rejects.toThrow('counted repetitions');
  });
});
