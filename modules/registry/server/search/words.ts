const WORD = /[\p{L}\p{N}]+/gu;
const MAX_WORD = 64;
const MAX_QUERY_WORDS = 12;

/** Words of a text as both engines index and look for them: without case, accents and punctuation. */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  return (folded.match(WORD) ?? []).map((word) => Array.from(word).slice(0, MAX_WORD).join(''));
}

/** The words to look for, each once. More than a dozen narrow a search no further. */
export function queryWords(query: string): string[] {
  return [...new Set(wordsOf(query))].slice(0, MAX_QUERY_WORDS);
}

/** A text for a full-text column, cut at `limit` characters. */
export function searchable(text: string, limit = 20_000): string {
  return wordsOf(text.slice(0, limit)).join(' ');
}
