import { stemmer } from 'stemmer';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Between two words that are written as one: `codeReview`, `HTTPServer`. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Scripts that put no blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ENGLISH = /^[a-z]{3,}$/;
const MAX_WORD = 64;

/** A word as it is written, and the words that it consists of. Both without case and accents. */
interface Written {
  readonly whole: string;
  readonly parts: readonly string[];
}

/** A word as the index holds it: `testing`, `tests` and `tested` are one. */
export function stemOf(word: string): string {
  return ENGLISH.test(word) ? stemmer(word) : word;
}

/** The words of a text, in order: without case, accents and punctuation, `codeReview` as two. */
export function wordsOf(text: string): string[] {
  return writtenIn(text).flatMap(({ parts }) => parts);
}

/** All spellings under which a name can be looked for: its words, and neighbours as one word, as in `fast-api`. */
export function nameWords(name: string): string[] {
  const words = wordsOf(name);
  return [...words, ...joined(words), ...undivided(name)];
}

/** The words of a text, and those that are written as one though they are several: `GitHub`. */
export function textWords(text: string): string[] {
  return [...wordsOf(text), ...undivided(text)];
}

/** Each two neighbours, and each three, as one word. */
export function joined(words: readonly string[]): string[] {
  const pairs = words.slice(1).map((word, at) => `${words[at] ?? ''}${word}`);
  const triples = words.slice(2).map((word, at) => `${words[at] ?? ''}${words[at + 1] ?? ''}${word}`);
  return [...pairs, ...triples].map(shortened);
}

function undivided(text: string): string[] {
  return writtenIn(text).flatMap(({ whole, parts }) => (parts.length > 1 && !UNSPACED.test(whole) ? [whole] : []));
}

function writtenIn(text: string): Written[] {
  // accents go, signs that make a vowel in other scripts stay
  const plain = text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/gu, '');
  return (plain.match(WORD) ?? []).map((word) => ({ whole: shortened(word.toLowerCase()), parts: partsOf(word) }));
}

function partsOf(word: string): string[] {
  if (UNSPACED.test(word)) return neighbours(Array.from(word.toLowerCase()).slice(0, MAX_WORD));
  return word.split(HUMP).map((part) => shortened(part.toLowerCase()));
}

/** Where blanks are missing, each two characters that follow each other count as a word. */
function neighbours(characters: readonly string[]): string[] {
  return characters.length === 1 ? [...characters] : characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
}

const shortened = (word: string): string => (word.length <= MAX_WORD ? word : Array.from(word).slice(0, MAX_WORD).join(''));
