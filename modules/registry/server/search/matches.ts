import type { SearchMatch, TextRange } from '../../contract/search.js';
import type { FoundDocument } from './candidates.js';
import type { Term, Terms } from './terms.js';
import { placedWords, stemOf } from './words.js';

/** Explains why a document was found: which words are in its name and description, and which only in its text. */
export function matchesOf(
  { name, description, found }: FoundDocument,
  { terms }: Terms,
): SearchMatch[] {
  const shown = [matchIn('name', name, terms), matchIn('description', description, terms)];
  const seen = new Set(shown.flatMap(({ words }) => words));
  const words = terms
    .filter(({ word, extra }, at) => !extra && found.has(at) && !seen.has(word))
    .map(({ word }) => word);
  return [...shown, { field: 'text' as const, words, ranges: [] }].filter(
    (match) => match.words.length > 0,
  );
}

function matchIn(field: 'name' | 'description', text: string, terms: readonly Term[]): SearchMatch {
  const placed = placedWords(text).map((each) => ({ ...each, stem: stemOf(each.word) }));
  const hits = terms.map(({ word, stems }) => ({
    word,
    ranges: placed.filter(({ stem }) => stems.has(stem)),
  }));
  const words = hits.filter(({ ranges }) => ranges.length > 0).map(({ word }) => word);
  return { field, words, ranges: merged(hits.flatMap(({ ranges }) => ranges)) };
}

/** Sorted, with overlapping ranges merged. */
function merged(ranges: readonly TextRange[]): TextRange[] {
  const result: TextRange[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}
