/** Entries that a sentence lists. */
const MOST = 10;

/** Texts as the end of a sentence: `a, b, and 3 more`. */
export function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, MOST).join(', ');
  const left = texts.length - MOST;
  return left > 0 ? `${shown}, and ${left} more` : shown;
}
