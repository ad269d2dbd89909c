/**
 * Signs that turn the direction of the text around them, which then reads as another text, line breaks that are none on a keyboard, and
 * letters that only programs see (tags).
 */
const UNSEEN = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

function escape(sign: string): string {
  const code = (sign.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** A text in which the signs that people would not see are shown. */
export const visible = (text: string): string => text.replace(UNSEEN, escape);
