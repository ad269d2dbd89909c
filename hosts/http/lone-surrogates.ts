/**
 * Whether a part of an address escapes half a character (a lone surrogate). It has no valid UTF-8 bytes, and decoders replace it in different
 * ways.
 */
export const hasEscapedSurrogate = (text: string): boolean =>
  /%ED%[AB][\dA-F]%[89AB][\dA-F]/i.test(text);
