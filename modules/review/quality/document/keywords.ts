/** Rows of keywords: what somebody adds for a search, not for a reader. */
import { wordsOf } from './words.js';

const LEAST_ITEMS = 6;
const LEAST_LABELLED = 5;
/** So many words before the first comma introduce a row. */
const INTRODUCED = 5;
/** So many items of a row that a sentence introduces count. */
const COUNTED = 3;
/** Nobody reads on. */
const TOO_MANY = 14;

const LABEL =
  /^\W*(?:\w+\s){0,2}(?:keywords?|triggers?|tags?|terms?|phrases?|topics?|words?|related|search)\W*:\s/i;
const SEPARATOR = /[,;|\n•·]|\s(?:and|or|&)\s/g;

/** Whether a text is little more than single words between commas, or a label with short items. */
export function isRowOfWords(text: string): boolean {
  const items = itemsOf(text.replace(LABEL, ''));
  const [least, longest, share] = LABEL.test(text)
    ? [LEAST_LABELLED, 3, 0.9]
    : [LEAST_ITEMS, 1, 0.75];
  const short = items.filter((item) => wordsOf(item).length <= longest);
  return items.length >= least && short.length >= items.length * share;
}

const itemsOf = (text: string): readonly string[] =>
  text.split(SEPARATOR).filter((item) => item.trim() !== '');

/** What of a sentence counts: of a row, its first items if words introduce it, and else nothing. */
export function withoutRow(sentence: string): string {
  if (!isRowOfWords(sentence)) return sentence;
  const [head = ''] = sentence.split(/[,;|\n]/, 1);
  const tooMany = itemsOf(sentence).length > TOO_MANY;
  if (tooMany || LABEL.test(sentence) || wordsOf(head).length < INTRODUCED) return '';
  const end = [...sentence.matchAll(SEPARATOR)][COUNTED - 1];
  return sentence.slice(0, end?.index);
}
