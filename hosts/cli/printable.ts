// the only terminal sequences that svc itself writes
const ownColours = /(\u001b\[(?:[0-2]|22|3[1-6]|39)m)/;
// C0 without tab and line feed, DEL, C1, and characters that hide or reorder text (zero width, line
// separators, bidi)
const control =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const escaped = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/**
 * Escapes control sequences: names and descriptions come from untrusted sources and must not control the terminal. Without `colours` even
 * colours are escaped.
 */
export function printable(text: string, colours = true): string {
  if (!colours) return text.replace(control, escaped);
  return text
    .split(ownColours)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(control, escaped)))
    .join('');
}

export function withoutColours(text: string): string {
  return text
    .split(ownColours)
    .filter((_part, index) => index % 2 === 0)
    .join('');
}

/** The same on one line: an untrusted file name must not be able to imitate further lines of svc's output. */
export function printableLine(text: string): string {
  return text.replace(/[\n\t]/g, escaped);
}

/** The value as JSON in which control characters are escaped in JSON's own way. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value ?? null, null, 2).replace(control, escaped);
}
