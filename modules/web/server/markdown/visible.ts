/**
 * Characters that people do not see but that change what they read: marks of the direction of writing, Unicode's separators of lines and
 * paragraphs, and tag characters.
 */
const UNSEEN = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

function escape(sign: string): string {
  const code = (sign.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** A text in which the signs that people would not see are shown. */
export const visible = (text: string): string => text.replace(UNSEEN, escape);
