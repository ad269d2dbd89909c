import { describe, expect, it } from '@jest/globals';
import { linearPatternProblem, patternProblem } from './check-pattern.js';

const BOTH_TAKE = [
  '',
  '^/app/',
  '(?i)app',
  '(?i:app)/(?-i:Data)',
  '(?im-sx)^a$',
  '(?x) a \\  b  # a comment\n [ c d ] {2}',
  '(?U)a*?b+',
  '(?u)a',
  '(?P<name>a)(?<other>b)',
  '[[:alpha:]_][[:^digit:]]',
  '[]a]',
  '[^]a]',
  '[a\\]-]',
  '\\Aa\\z',
  '\\d\\D\\w\\W\\s\\S\\bB\\B',
  '\\p{L}\\pN\\P{Lu}\\p{^Lu}\\p{Greek}\\p{Script=Greek}\\p{gc=Nd}',
  '\\x41\\x{1F600}\\u0041\\u{41}\\U00000041\\0',
  '\\t\\n\\r\\f\\v\\a\\e',
  '\\Qa.b\\E+',
  '\\/\\-\\ \\"\\.\\$',
  'a{2}b{2,}c{2,3}d{2}?',
  'a{,3}{',
  '(?#comment)a',
  'a|b||',
  '()',
  '😀+',
];

const ONLY_LOOK_AROUND_TAKES: readonly [pattern: string, what: string][] = [
  ['a(?=b)', 'at character 2, a look-ahead cannot be matched in linear time'],
  ['😀(?!b)', 'at character 2, a look-ahead'],
  ['(?<=a)b', 'at character 1, a look-behind'],
  ['(?<!a|bc)d', 'at character 1, a look-behind'],
  ['(a)\\1', 'at character 4, a back-reference'],
  ['(?<n>a)\\k<n>', 'at character 8, a back-reference'],
  ['(?P<n>a)(?P=n)', 'at character 9, a back-reference'],
  ['(?>a+)b', 'at character 1, an atomic group'],
  ['a++b', 'at character 2, a possessive repetition'],
  ['a\\Z', 'at character 2, `\\Z`'],
];

const NEITHER_TAKES: readonly [pattern: string, clause: string][] = [
  ['(', 'at character 1, a group is never closed; add `)`, or write `\\(`'],
  ['(?i', 'at character 4, a group is never closed; add `)`'],
  ['a)', 'at character 2, a `)` closes no group; write `\\)` for the character'],
  ['[a', 'at character 1, a class is never closed; add `]`, or write `\\[`'],
  ['*a', 'at character 1, a repetition has nothing to repeat; write a `\\` before it'],
  ['a|+', 'at character 3, a repetition has nothing'],
  ['a******', 'at character 7, one part has more than five repetitions'],
  ['a\\', 'at character 2, the last character is a single `\\`; write `\\\\`'],
  ['a{3,2}', 'at character 2, `{3,2}` has a maximum below its minimum'],
  ['a{1001}', 'at character 2, `{1001}` repeats more than 1,000 times'],
  ['a{1,1000}{1,1000}', 'counted repetitions within each other'],
  ['(?:(?:a{100}){100}){100}', 'counted repetitions within each other'],
  ['[a-z]{1000}'.repeat(21), 'with all repetitions it has more than 20,000 parts'],
  ['a'.repeat(256 * 1024), 'it is longer than 10,000 characters'],
  ['('.repeat(300) + ')'.repeat(300), 'at character 251, groups are nested more than 250 deep'],
  ['a\uD83D', 'at character 2, half of a character stands alone'],
  ['\uDE00a', 'at character 1, half of a character stands alone'],
  ['[z-a]', 'at character 2, a range ends before it starts'],
  ['[a-\\d]', 'at character 2, a range ends with a class'],
  ['[[:letter:]]', 'at character 2, the class `[:letter:]` does not exist; there are alnum'],
  ['[a[bc]]', 'at character 3, a class stands within a class'],
  ['[a&&b]', 'at character 3, `&&` in a class is an operation on sets'],
  ['[a--b]', 'at character 3, `--` in a class is an operation on sets'],
  ['[\\b]', 'at character 2, `\\b` has no meaning in a class; write `\\x08`'],
  ['\\p{Klingon}', 'the Unicode class `Klingon` does not exist here'],
  ['(?=a)\\p{Klingon}', 'the Unicode class `Klingon` does not exist here'],
  ['\\p', 'at character 1, a Unicode class has no name'],
  ['\\x{110000}', 'at character 1, an escape names a character that does not exist'],
  ['\\xZZ', 'at character 1, `\\x` is not followed by 2 hexadecimal digits'],
  ['\\h', 'at character 1, `\\h` does not exist here; write `[0-9A-Fa-f]`'],
  ['\\<a', 'at character 1, `\\<` does not exist here; write `<`'],
  ['\\Ka', 'at character 1, `\\K` does not exist here; write a look-behind'],
  ['\\y', 'at character 1, `\\y` has no meaning; write `y` for the character'],
  ['\\01', 'at character 1, `\\0` has no meaning; write `\\x00`'],
  ['\\b{start}a', 'at character 1, `\\b{` does not exist here'],
  ['\\1', 'at character 1, a back-reference names the group `1`, which does not end before it'],
  ['(a\\1)', 'at character 3, a back-reference names the group `1`'],
  ['(?P=n)(?<n>a)', 'at character 1, a back-reference names the group `n`'],
  ['(?<n>a)(?<n>b)', 'at character 8, two groups have the name `n`'],
  ['(?<1>a)', "at character 1, a group's name is not closed or not made of letters"],
  ["(?'n'a)", "at character 1, `(?'` does not exist here; write `(?<name>…)`"],
  ['(?|a|b)', 'at character 1, `(?|` does not exist here'],
  ['(?(1)a|b)', 'at character 1, `(?(` does not exist here'],
  ['(?R)', 'at character 1, `(?R` does not exist here'],
  ['(?q)a', 'at character 3, the group has the flag `q`, which does not exist here'],
  ['(?#a', 'at character 1, a comment is never closed'],
  ['(?<=(?>a+))b', 'an atomic group or possessive repetition stands in a look-behind'],
  ['(?i:a)b(a)(?i:\\1)', 'the case matters in one part and not in a back-reference'],
];

describe('the dialect', () => {
  it.each(BOTH_TAKE)('takes %j', async (pattern) => {
    expect(await linearPatternProblem(pattern)).toBeUndefined();
    expect(await patternProblem(pattern)).toBeUndefined();
  });

  it.each(ONLY_LOOK_AROUND_TAKES)('takes %j where it may look around', async (pattern, what) => {
    expect(await linearPatternProblem(pattern)).toMatch(what);
    expect(await patternProblem(pattern)).toBeUndefined();
  });

  it.each(NEITHER_TAKES)('refuses %#', async (pattern, clause) => {
    expect((await patternProblem(pattern))?.slice(0, clause.length)).toBe(clause);
    expect(await linearPatternProblem(pattern)).toEqual(expect.any(String));
  });

  it('says one thing about thousands of wrong patterns each', async () => {
    const clauses = await Promise.all(
      Array.from({ length: 5000 }, (_, index) => linearPatternProblem(`(${index}`)),
    );
    expect(new Set(clauses)).toEqual(
      new Set(['at character 1, a group is never closed; add `)`, or write `\\(`']),
    );
  });
});
