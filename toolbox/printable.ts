import { shortened } from './shortened.js';

/**
 * Control characters but line feeds and tabs, halves of surrogate pairs, and signs that turn the direction of text or that only programs
 * see (tags).
 */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

function escaped(sign: string): string {
  const code = (sign.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** A text of an agent in which nothing acts on a terminal or hides: such characters are written as escapes. */
export const printable = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(UNSEEN, escaped);

/** The same, of at most so many characters. */
export function printableWithin(text: string, most: number): string {
  // escapes make it longer, never shorter
  const shown = printable(text.slice(0, most + 1));
  return shown.length <= most ? shown : shortened(shown, most - 1);
}
