/** Signs that turn the direction of the text around them, which then reads as another text, and letters that only programs see (tags). */
const UNSEEN = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

function escape(sign: string): string {
  const code = (sign.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
}

/** A text in which the signs that people would not see are shown. */
export const visible = (text: string): string => text.replace(UNSEEN, escape);
