import { stemmer } from 'stemmer';

/** A word, a number, or a name such as `auth.js` or `max_score`. */
const WORD = /[\p{L}\p{N}]+(?:[._][\p{L}\p{N}]+)*/gu;
const ENGLISH = /^[a-z]{3,}$/;

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words of grammar, and those with which criteria begin: they tell no criterion from another. */
const FILLERS: ReadonlySet<string> = new Set(
  list(`
  a about after agent all also an and any are as at be been before being by can code correct correctly
  could did do does done each ensure ensures every file for from has have how if implementation in
  include included includes including into is it its may must of on one only or output properly
  should so solution than that the their them then there these they this those through to use used
  uses using was were what when where whether which while will with would`),
);

/** Words that say the same in a criterion; the first stands for all. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  [
    list('show shows shown display displays displayed print prints printed list lists listed'),
    list('remove removes removed delete deletes deleted drop drops dropped'),
    list(
      'create creates created generate generates generated produce produces produced write writes written make makes made',
    ),
    list('check checks checked verify verifies verified validate validates validated'),
    list('contain contains contained hold holds'),
    list('return returns returned respond responds answer answers answered'),
    list('fail fails failed failing failure failures'),
    list('refuse refuses refused reject rejects rejected deny denies denied'),
    list('above over more exceeds exceeding higher'),
    list('most maximum maximal'),
    list('least minimum minimal'),
  ].flatMap((words) => words.map((word): [string, string] => [word, words[0] ?? word])),
);

/** The words of a text in their order, in lower case and without endings: `expires` and `expire` are one. */
export const wordsOf = (text: string): readonly string[] =>
  (text.match(WORD) ?? []).map((word) => stemOf(word.toLowerCase()));

/** The words that carry the meaning, each once, and one for all that say the same. */
export const senseOf = (text: string): ReadonlySet<string> =>
  new Set(
    (text.match(WORD) ?? [])
      .map((word) => word.toLowerCase())
      .filter((word) => !FILLERS.has(word))
      .map((word) => stemOf(SYNONYMS.get(word) ?? word)),
  );

function stemOf(word: string): string {
  if (!ENGLISH.test(word)) return word;
  const stem = stemmer(word);
  // of `added` it would be `ad`, and of `add` itself
  return stem.length < 3 ? word.replace(/(?:ed|ing)$/, '') : stem;
}

/** Text between quotes or backticks. */
const QUOTED = /`[^`]+`|"[^"]+"|“[^”]+”|(?<!\w)'[^']+'(?!\w)/g;
/** The text without its long quotations: what they quote may be in the task, for the agent to find. */
export const withoutQuotations = (text: string): string =>
  text.replace(QUOTED, (span) => (wordsOf(span).length < LONG_QUOTATION ? span : ' '));

const LONG_QUOTATION = 4;

/** Capitals for emphasis. */
const EMPHASIS: ReadonlySet<string> = new Set(
  list('NOT NO AND OR MUST ONLY ALL NEVER EVERY ANY ALWAYS EXACTLY BOTH NONE SHOULD'),
);

/** The names, numbers and quotations of a text, as words: what could be looked for in a solution. */
export function specificsOf(text: string): ReadonlySet<string> {
  const quoted = (text.match(QUOTED) ?? []).flatMap((span) => wordsOf(span));
  const named = (text.match(WORD) ?? []).filter(isName).map((word) => stemOf(word.toLowerCase()));
  return new Set([...quoted, ...named]);
}

function isName(word: string): boolean {
  // names of products such as JavaScript are words like others
  if (/[\p{N}._]|^\p{Ll}+\p{Lu}/u.test(word)) return true;
  return /^\p{Lu}{2,}$/u.test(word) && !EMPHASIS.has(word);
}
