import { stemmer } from 'stemmer';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Between two words that are written as one: `codeReview`, `HTTPServer`. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** Scripts that do not separate words by spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const ENGLISH = /^[a-z]{3,}$/;
const MAX_WORD = 64;

/** A word as written, and its parts. Both without case and accents. */
interface Written {
  readonly whole: string;
  readonly parts: readonly string[];
}

/** A word, and which part of a text it is. */
export interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
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

/** Joins every two and every three neighbours. */
export function joined(words: readonly string[]): string[] {
  const pairs = words.slice(1).map((word, at) => `${words[at] ?? ''}${word}`);
  const triples = words
    .slice(2)
    .map((word, at) => `${words[at] ?? ''}${words[at + 1] ?? ''}${word}`);
  return [...pairs, ...triples].map(shortened);
}

/** The words of a text under all spellings by which a name or text is found, with their positions in it. */
export function placedWords(text: string): PlacedWord[] {
  const wholes = [...text.matchAll(WORD)].map(({ 0: word, index }) => placed(word, index));
  const parts = wholes.flatMap(({ start, end }) => placedParts(text.slice(start, end), start));
  const neighbouring = [2, 3].flatMap((count) =>
    parts.slice(count - 1).map((last, at) => {
      const run = parts.slice(at, at + count);
      return {
        word: shortened(run.map(({ word }) => word).join('')),
        start: run[0]?.start ?? 0,
        end: last.end,
      };
    }),
  );
  return [...parts, ...wholes, ...neighbouring];
}

const placed = (written: string, start: number): PlacedWord => ({
  word: shortened(plain(written).toLowerCase()),
  start,
  end: start + written.length,
});

function placedParts(written: string, start: number): PlacedWord[] {
  let at = start;
  const pieces = UNSPACED.test(written) ? Array.from(written) : written.split(HUMP);
  const parts = pieces.map((piece) => {
    const part = placed(piece, at);
    at = part.end;
    return part;
  });
  if (!UNSPACED.test(written) || parts.length === 1) return parts;
  return parts.slice(1).map((second, index) => {
    const first = parts[index] ?? second;
    return { word: first.word + second.word, start: first.start, end: second.end };
  });
}

function undivided(text: string): string[] {
  return writtenIn(text).flatMap(({ whole, parts }) =>
    parts.length > 1 && !UNSPACED.test(whole) ? [whole] : [],
  );
}

/** Without accents; signs that make a vowel in other scripts stay. */
const plain = (text: string): string => text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/gu, '');

function writtenIn(text: string): Written[] {
  return (plain(text).match(WORD) ?? []).map((word) => ({
    whole: shortened(word.toLowerCase()),
    parts: partsOf(word),
  }));
}

function partsOf(word: string): string[] {
  if (UNSPACED.test(word)) return neighbours(Array.from(word.toLowerCase()).slice(0, MAX_WORD));
  return word.split(HUMP).map((part) => shortened(part.toLowerCase()));
}

/** In scripts without spaces, every two consecutive characters count as a word. */
function neighbours(characters: readonly string[]): string[] {
  return characters.length === 1
    ? [...characters]
    : characters.slice(1).map((character, at) => `${characters[at] ?? ''}${character}`);
}

const shortened = (word: string): string =>
  word.length <= MAX_WORD ? word : Array.from(word).slice(0, MAX_WORD).join('');
