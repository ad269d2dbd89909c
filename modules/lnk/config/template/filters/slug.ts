import { ValueProblem } from '../template-error.js';

// letters that do not decompose into one of ASCII and a mark
const LETTERS = new Map([
  ['ß', 'ss'],
  ['ẞ', 'SS'],
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['ø', 'o'],
  ['Ø', 'O'],
  ['đ', 'd'],
  ['Đ', 'D'],
  ['ð', 'd'],
  ['Ð', 'D'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['þ', 'th'],
  ['Þ', 'Th'],
  ['ħ', 'h'],
  ['Ħ', 'H'],
  ['ı', 'i'],
]);
const PUNCTUATION = /^[\p{Z}\p{Pd}\p{Pi}\p{Pf}\u2026\u00b7]$/u;
const MARK = /^\p{M}$/u;

/**
 * A text in lower-case ASCII letters and digits with single hyphens.
 * @throws {ValueProblem} for letters of other scripts
 */
export function slug(text: string): string {
  const ascii = Array.from(text.normalize('NFKD'), asciiOf).join('');
  return ascii
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function asciiOf(character: string): string {
  if (character <= '\x7f') return character;
  if (MARK.test(character)) return '';
  if (PUNCTUATION.test(character)) return '-';
  const letters = LETTERS.get(character);
  if (letters !== undefined) return letters;
  throw new ValueProblem(
    `The filter \`slugify\` cannot write \`${character}\` in Latin letters.`,
    'Use `urlencode`, or replace the character before.',
  );
}
