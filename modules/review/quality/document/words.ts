/** Words of a text, and which of them carry meaning. */
import { GENERIC_TERMS, STOP_WORDS } from '../tables/words.js';

const WORD = /[\p{L}\p{N}][\p{L}\p{N}+#.'’-]*[\p{L}\p{N}+#]|[\p{L}\p{N}]/gu;

export const wordsOf = (text: string): readonly string[] => text.match(WORD) ?? [];

/** The word without the endings of number and tense, so that "reviews" and "reviewing" are one term. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase().replace(/['’]s?$/, '');
  if (lower.length < 5) return lower.replace(/s$/, '');
  const bare = lower
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:ations?|ing|ed|es|s|er|ers|ment|ments|or)$/, '')
    .replace(/e$/, '');
  return bare.length < 3 ? lower : bare.replace(/([^aeiouls])\1$/, '$1');
}

/** The stems of the words that say something: neither grammar nor words that fit every skill. */
export function termsOf(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const word of wordsOf(text))
    for (const part of /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+$/u.test(word) ? word.split('-') : [word])
      if (isTerm(part)) terms.add(stemOf(part));
  return terms;
}

const isTerm = (word: string): boolean => {
  const lower = word.toLowerCase();
  return (
    lower.length > 1 &&
    !/^\d+$/.test(lower) &&
    !STOP_WORDS.has(lower) &&
    !GENERIC_STEMS.has(stemOf(lower))
  );
};

const GENERIC_STEMS: ReadonlySet<string> = new Set(GENERIC_TERMS.map(stemOf));

/** Whether a text is words in a row without grammar: what somebody adds for a search, not for a reader. */
export const isGrammatical = (text: string): boolean => {
  const words = wordsOf(text);
  if (words.length < 10) return true;
  const grammar = words.filter((word) => STOP_WORDS.has(word.toLowerCase())).length;
  const separators = text.match(/[,;:/()"|]/g)?.length ?? 0;
  return (grammar + separators) / words.length >= 0.12;
};
