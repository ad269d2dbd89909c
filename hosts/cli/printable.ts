// the colours that we use ourselves, and nothing else that a terminal obeys
const ownColours = /(\u001b\[(?:[0-2]|22|3[1-6]|39)m)/;
// C0 without tab and line feed, DEL, C1, and what hides or reorders text (zero width, line separators, bidi)
const control =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const escaped = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Text that cannot steer the terminal: names and descriptions come from strangers. Without `colours` not even colours pass. */
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

/** The same on one line: a stranger's file name must not look like lines of ours. */
export function printableLine(text: string): string {
  return text.replace(/[\n\t]/g, escaped);
}

/** The same value as JSON, whose escapes are still JSON. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value ?? null, null, 2).replace(control, escaped);
}
