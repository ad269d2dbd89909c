/** Texts within a sentence: `a`, `a and b`, `a, b and c`. */
export function enumerated(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`;
}
