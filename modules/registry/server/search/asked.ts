import { joined, stemOf, wordsOf } from './words.js';

/** Further words of a query are ignored. */
const MAX_WORDS = 8;
const MAX_PHRASES = 4;
/** More words than a name has. */
const MAX_NAME_WORDS = 32;
/** Stop words: words that do not narrow a search. */
const FILLERS = new Set(
  [
    'a an and are as at be by can do does for from have how i in into is it its make me my need not of on or our so that the their them',
    'this to up use used user using want we what when where which who will with you your',
  ]
    .join(' ')
    .split(' '),
);

/** A parsed search query. */
export interface Asked {
  /** The significant words, each once, as written. */
  readonly words: readonly string[];
  /** The last of them, if it may be incomplete. */
  readonly beginning: string | undefined;
  /** Neighbouring words joined, such as `fastapi` for `fast api`. */
  readonly joined: readonly string[];
  /** The whole query, if it can be a name. */
  readonly name: readonly string[];
  /** Stems that have to be consecutive: the text between quotes. */
  readonly phrases: readonly (readonly string[])[];
}

/** Reads a query. One without a letter or digit has no words, and finds nothing. */
export function askedOf(query: string): Asked {
  const quoted = [...query.matchAll(/"([^"]+)"/g)].map(([, text = '']) => wordsOf(text));
  const all = wordsOf(query);
  const telling = all.filter(
    (word) => !FILLERS.has(word) || quoted.some((phrase) => phrase.includes(word)),
  );
  const words = [...new Set(telling.length === 0 ? all : telling)].slice(0, MAX_WORDS);
  const last = all.at(-1);
  const ends = /[\p{L}\p{N}\p{M}]$/u.test(query) && last !== undefined && words.includes(last);
  return {
    words,
    beginning: ends ? last : undefined,
    name: all.slice(0, MAX_NAME_WORDS),
    joined: [...new Set(joined(all.slice(0, MAX_WORDS)))].filter((word) => !words.includes(word)),
    phrases: quoted
      .filter((phrase) => phrase.length > 1)
      .slice(0, MAX_PHRASES)
      .map((phrase) => phrase.map(stemOf)),
  };
}
