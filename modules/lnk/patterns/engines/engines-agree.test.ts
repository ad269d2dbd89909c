import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { parsePattern } from '../syntax/parse-pattern.js';
import { linearSource } from './linear-source.js';
import { scriptExpression } from './look-around-source.js';

const LEAVES = [
  ...['a', 'K', 's', 'é', '1', '_', ' ', '.', '^', '$', '\\A', '\\z', '\\b', '\\B', '\\n'],
  ...['\\d', '\\W', '\\S', '\\w', '[ab]', '[^ak]', '[[:alpha:]]', '[[:^lower:]]', '[\\W1]'],
  ...['[^\\d\\s]', '[a-zÀ-ÿ]', '\\p{Lu}', '\\P{L}', '[\\P{Lu}1]', '[^\\P{L}a]', '(?s:.)'],
  ...['(?m:^)', '(?m:$)', '[]^-]', '\\x{17F}', '\\Q.+\\E'],
];

const { pattern } = fc.letrec<{ pattern: string; part: string; leaf: string }>((tie) => ({
  leaf: fc.constantFrom(...LEAVES),
  part: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?-i:', '(?<n>'), tie('pattern'))
      .map(([open, body]) => `${open}${body})`),
    fc
      .tuple(tie('leaf'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}?', '*?'))
      .map(([body, times]) => `(?:${body})${times}`),
  ),
  pattern: fc
    .tuple(
      fc.array(tie('part'), { maxLength: 4 }),
      fc.option(fc.array(tie('part'), { maxLength: 2 })),
    )
    .map(([one, other]) => one.join('') + (other === null ? '' : `|${other.join('')}`)),
}));

const text = fc.string({
  unit: fc.constantFrom(...Array.from('aAkK\u212AsS\u017FéÉ1_ .+\n\r-^]b\u2028😀')),
  maxLength: 8,
});

/** Names twice are an error, which is no matter here. */
const named = (source: string): string => {
  let count = 0;
  return source.replaceAll('?<n>', () => `?<n${++count}>`);
};

it('matches the same in linear time and where a pattern may look around', () => {
  fc.assert(
    fc.property(pattern.map(named), text, fc.boolean(), (source, searched, ignoreCase) => {
      // JavaScript takes these two for letters of a word where the case does not matter
      fc.pre(!/\\b/i.test(source) || !/[\u017F\u212A]/.test(searched));
      const { root } = parsePattern(source, ignoreCase);
      let expression;
      try {
        expression = scriptExpression(root);
      } catch {
        // mixed case with a Unicode class: refused, with a reason
        return;
      }
      const linear = RE2JS.compile(linearSource(root)).test(searched);
      expect(new RegExp(expression.source, expression.flags).test(searched)).toBe(linear);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['(?m:^)(?:\\B){1,2}?', 'a😀'],
  ['((?m:$)\\B)', '😀a'],
  ['((?:a){2})|\\B', 'a😀a'],
])('never finds %s between the two halves of a character of %s', (source, searched) => {
  const { root } = parsePattern(source, false);
  const { source: written, flags } = scriptExpression(root);
  expect(new RegExp(written, flags).test(searched)).toBe(false);
});
