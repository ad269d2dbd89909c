// Unicode's White_Space, which is not what `\s` and `trim` take for it.
const SPACES = new Set(
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
);

export function isSpace(character: string): boolean {
  return SPACES.has(character);
}

/** The offset of the first character between `from` and `to` that is no whitespace, else `to`. */
export function trimmedStart(text: string, from: number, to: number): number {
  let start = from;
  while (start < to && isSpace(text.charAt(start))) start += 1;
  return start;
}

/** The offset behind the last character between `from` and `to` that is no whitespace. */
export function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && isSpace(text.charAt(end - 1))) end -= 1;
  return end;
}
