/** Whether a part of an address escapes half a character: UTF-8 has no bytes for it, and readers of such bytes put different things in its place. */
export const hasEscapedSurrogate = (text: string): boolean =>
  /%ED%[AB][\dA-F]%[89AB][\dA-F]/i.test(text);
