/** Lines that evidence stands on. */
import { stemOf, wordsOf } from '../document/words.js';
import type { Located, Subject } from './feature.js';

/** Characters of an excerpt. */
const MOST = 160;
const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const REST_OF_WORD = /^[\p{L}\p{N}+#_-]*/u;

/** Rows of the front matter that the description stands on, with their numbers from 0. */
function rowsOf({
  skill,
  description,
}: Subject): readonly (readonly [row: number, text: string])[] {
  const rows: [number, string][] = [];
  for (let row = description.line - 1; row < skill.body.from; row++) {
    const text = skill.lines[row] ?? '';
    if (row >= description.line && /^\S/.test(text)) break;
    rows.push([row, text]);
  }
  return rows;
}

/** A place in the description: the line that holds the words, with at least `shown` characters of it from there on, or else the line of its key. */
export function inDescription(subject: Subject, words: string, shown = words.length): Located {
  const needle = words.toLowerCase();
  for (const [row, text] of rowsOf(subject)) {
    const at = offsetOf(text.toLowerCase(), needle);
    if (at !== -1) return { line: row + 1, excerpt: wholeWords(text.slice(at), shown) };
  }
  return { line: subject.description.line, excerpt: words };
}

/** At the beginning of a word where there is one. */
function offsetOf(text: string, needle: string): number {
  const first = text.indexOf(needle);
  for (let at = first; at !== -1; at = text.indexOf(needle, at + 1))
    if (!WORD_BEFORE.test(text.slice(0, at))) return at;
  return first;
}

function wholeWords(text: string, length: number): string {
  const [rest = ''] = REST_OF_WORD.exec(text.slice(length)) ?? [];
  return (text.slice(0, length) + rest).slice(0, MOST);
}

/** The words of the description that are the terms, each where it first stands; from a line on, if it stands there. */
export function termsInDescription(
  subject: Subject,
  terms: Iterable<string>,
  from = 1,
): readonly Located[] {
  const found = new Map<string, Located>();
  for (const [row, text] of rowsOf(subject)) {
    const isEarly = row + 1 < from;
    for (const word of wordsOf(text))
      for (const part of [word, ...word.split('-')]) {
        const stem = stemOf(part);
        const known = found.get(stem);
        if (known === undefined || (!isEarly && known.line < from))
          found.set(stem, { line: row + 1, excerpt: word });
      }
  }
  return [...terms].map((term) => found.get(term) ?? inDescription(subject, term));
}
