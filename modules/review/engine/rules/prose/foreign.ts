/** Paragraphs in another script than the rest of their file. */
import { mentionsOf } from './concepts.js';
import type { Passage } from './judge.js';

const LATIN = /\p{Script=Latin}/gu;
const OTHER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Greek}]/gu;
const LETTERS = 8;
/** Where more of the paragraphs are in that script, the file has two languages on purpose. */
const MOST_SHARE = 0.2;
const ORDERS = [
  'RUN',
  'SEND',
  'IGNORE',
  'WRITE',
  'FOLLOW',
  'DESTROY',
  'TELL',
  'SECRETLY',
  'SECRET',
  'USER',
];

const isForeign = (text: string): boolean => {
  const other = text.match(OTHER)?.length ?? 0;
  return other >= LETTERS && other > (text.match(LATIN)?.length ?? 0);
};

/** Read again: the words of all paragraphs together would fill the memory. */
function orders(text: string): boolean {
  const { byConcept } = mentionsOf(text);
  return ORDERS.some((one) => byConcept.has(one));
}

/** Those that seem to order something. */
export function foreignPassages(passages: readonly Passage[]): readonly Passage[] {
  const byFile = new Map<string, { all: number; foreign: Passage[] }>();
  for (const passage of passages) {
    const { file } = passage.prose.at.unit;
    const entry = byFile.get(file) ?? { all: 0, foreign: [] };
    byFile.set(file, entry);
    entry.all++;
    if (isForeign(passage.prose.text)) entry.foreign.push(passage);
  }
  return [...byFile.values()].flatMap(({ all, foreign }) =>
    foreign.length > all * MOST_SHARE ? [] : foreign.filter(({ prose }) => orders(prose.text)),
  );
}
