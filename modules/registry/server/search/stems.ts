import { nameWords, stemOf, textWords } from './words.js';

/** Longer texts are searched up to here. */
const MAX_TEXT = 20_000;

/** A name as the index holds it. */
export const nameStems = (name: string): string => nameWords(name).map(stemOf).join(' ');

/** A text as the index holds it. */
export const textStems = (text: string): string =>
  textWords(text.slice(0, MAX_TEXT)).map(stemOf).join(' ');
