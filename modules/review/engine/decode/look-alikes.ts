import { linesIn, type Stretch } from './stretch.js';
import { ZERO_WIDTH } from './invisible.js';

/** Letters of Cyrillic, Greek and Armenian that look like Latin ones. */
const LATIN_OF = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    ё: 'e',
    һ: 'h',
    і: 'i',
    ї: 'i',
    ј: 'j',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    п: 'n',
    о: 'o',
    р: 'p',
    ԛ: 'q',
    г: 'r',
    ѕ: 's',
    т: 't',
    у: 'y',
    ѵ: 'v',
    ԝ: 'w',
    х: 'x',
    А: 'A',
    В: 'B',
    С: 'C',
    Е: 'E',
    Н: 'H',
    І: 'I',
    Ј: 'J',
    К: 'K',
    М: 'M',
    О: 'O',
    Р: 'P',
    Ѕ: 'S',
    Т: 'T',
    Х: 'X',
    У: 'Y',
    Ү: 'Y',
    Ԍ: 'G',
    Ӏ: 'l',
    α: 'a',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    γ: 'y',
    η: 'n',
    Α: 'A',
    Β: 'B',
    Ε: 'E',
    Ζ: 'Z',
    Η: 'H',
    Ι: 'I',
    Κ: 'K',
    Μ: 'M',
    Ν: 'N',
    Ο: 'O',
    Ρ: 'P',
    Τ: 'T',
    Υ: 'Y',
    Χ: 'X',
    ϲ: 'c',
    ϳ: 'j',
    օ: 'o',
    ս: 'u',
    հ: 'h',
    ո: 'n',
    ց: 'g',
  }),
);
/** A word in Latin letters and others that look like them. */
const WORD = /[\p{L}\p{M}\p{N}_]{1,1000}/gu;
const LATIN = /[A-Za-z]/;
const FOREIGN = /[\u0370-\u058f]/u;
/** Letters that compatibility makes plain: wide ones, those of mathematics, in circles and squares. */
const STYLED = /[\uff21-\uff5a\u24b6-\u24e9\u{1D400}-\u{1D6A5}]/gu;
const LEAST_STYLED = 6;
const BROKEN_WORD = new RegExp(
  `[A-Za-z][${ZERO_WIDTH}\\u{E0000}-\\u{E01EF}\\u3164\\uffa0\\u115f\\u1160]{1,1000}[A-Za-z]`,
  'u',
);
const INVISIBLE = new RegExp(
  `[${ZERO_WIDTH}\\u{E0000}-\\u{E01EF}\\u3164\\uffa0\\u115f\\u1160]`,
  'gu',
);
const OVERRIDE = /[\u202e\u2067]([^\u202c\u2069\n]{3,100000})[\u202c\u2069]?/g;
const BEYOND_ASCII = /[^\x00-\x7f]/;

/** Whether a word mixes Latin letters with others that look the same. */
export function isMixed(word: string): boolean {
  if (!LATIN.test(word) || !FOREIGN.test(word)) return false;
  const foreign = Array.from(word).filter((letter) => FOREIGN.test(letter));
  return foreign.every((letter) => LATIN_OF.has(letter));
}

/** Whether a word of another alphabet looks like a Latin one from end to end. */
export const isDisguised = (word: string): boolean =>
  FOREIGN.test(word) && Array.from(word).every((letter) => LATIN_OF.has(letter));

export const plainLetters = (word: string): string =>
  Array.from(word, (letter) => LATIN_OF.get(letter) ?? letter).join('');

/** Lines as a reader understands them who does not look at single characters. */
export function* lookAlikeStretches(text: string): Generator<Stretch> {
  if (!BEYOND_ASCII.test(text)) return;
  for (const { line, from } of linesIn(text))
    if (BEYOND_ASCII.test(line)) {
      yield* plainLines(line, from);
      for (const { 1: run = '', index } of line.matchAll(OVERRIDE)) {
        const content = Array.from(run).reverse().join('');
        yield { from: from + index, step: 'reversed by an override', content };
      }
    }
}

const PLAIN: readonly (readonly [string, (line: string) => string])[] = [
  ['invisible characters', (line) => (BROKEN_WORD.test(line) ? line.replace(INVISIBLE, '') : line)],
  [
    'look-alike letters',
    (line) => line.replace(WORD, (word) => (isMixed(word) ? plainLetters(word) : word)),
  ],
  [
    'styled letters',
    (line) => ((line.match(STYLED)?.length ?? 0) < LEAST_STYLED ? line : line.normalize('NFKC')),
  ],
];

function* plainLines(line: string, from: number): Generator<Stretch> {
  for (const [step, plain] of PLAIN) {
    const content = plain(line);
    if (content !== line) yield { from, step, content, same: true };
  }
}
