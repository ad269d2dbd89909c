const PLAIN = /^[\w@%+=:,./-]+$/;

/** Writes a text so that a POSIX shell reads it as one word. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
