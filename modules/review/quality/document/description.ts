/** A description in parts: what the skill does, when to use it, and what only fills. */
import { ACTIONS } from '../tables/words.js';
import { useWhenAt } from '../caps.js';
import type { Skill } from './skill.js';
import { withoutRow } from './keywords.js';
import { isGrammatical, stemOf, termsOf, wordsOf } from './words.js';

export interface Description {
  /** Line of its key. */
  readonly line: number;
  /** Sentences that count. */
  readonly sentences: readonly string[];
  /** Those that say when to use the skill, with something of the skill in them. */
  readonly when: readonly string[];
  /** The others. */
  readonly what: readonly string[];
  /** Sentences that fill: repetitions, and words in a row that the skill is not about. */
  readonly filling: readonly string[];
  /** Distinct verbs of concrete work, as written. */
  readonly actions: readonly string[];
  /** Terms of the sentences that count; of those that the instructions never mention only some. */
  readonly terms: ReadonlySet<string>;
  /** Those of them that the skill itself is about. */
  readonly anchored: ReadonlySet<string>;
  /** Whether words name something that the skill is about. */
  readonly isAbout: (words: string) => boolean;
}

const SENTENCE =
  /(?<=[.!?;])(?<!\b(?:e\.g|i\.e|vs|etc|incl)\.)["”')]*\s+|\n+|(?<=[a-z0-9)"'])\s+(?=(?:Use|Say|Invoke|Apply|Activate|Not|Never)\s|(?:Trigger|Keyword|Tag)\w*:|[A-Z][a-z]+s,\s)/;
/** A sentence that adds no more than that to those before is a repetition. */
const FRESH_SHARE = 0.25;
/** Of the terms of a long sentence, that many must be what the skill is about. */
const ANCHORED_SHARE = 0.2;
const LONG = 6;
/** Of the words of a sentence, so many are distinct. */
const DISTINCT_SHARE = 0.6;
/** So many terms count that the instructions never mention, for each that they do. */
const FOREIGN_SHARE = 0.5;
const MOST_WHEN = 3;

const ACTION_STEMS: ReadonlySet<string> = new Set(ACTIONS.map(stemOf));

/** Reads the description of a skill. */
export function describe(skill: Skill): Description {
  const about = subjectOf(skill);
  const seen = new Set<string>();
  const sentences: string[] = [];
  const filling: string[] = [];
  let whens = 0;
  for (const whole of skill.description.split(SENTENCE)) {
    const sentence = withoutRow(whole);
    const terms = termsOf(sentence);
    const order = useWhenAt(sentence) >= 0 ? ++whens : 0;
    const fills = isFilling(sentence, { terms, seen, about, order });
    (fills ? filling : sentences).push(fills ? whole : sentence);
    for (const term of terms) seen.add(term);
  }
  const isAbout = (words: string): boolean => has(words, about);
  const isWhen = (sentence: string): boolean => useWhenAt(sentence) >= 0 && isAbout(sentence);
  const counted = sentences.join('\n');
  const terms = [...termsOf(counted)];
  const anchored = terms.filter((term) => about.has(term));
  const foreign = terms.filter((term) => !about.has(term));
  return {
    line: skill.frontMatter.lines.get('description') ?? 1,
    sentences,
    when: sentences.filter(isWhen),
    what: sentences.filter((sentence) => !isWhen(sentence)),
    filling,
    actions: actionsOf(counted),
    terms: new Set([...anchored, ...foreign.slice(0, anchored.length * FOREIGN_SHARE)]),
    isAbout,
    anchored: new Set(anchored),
  };
}

interface Telling {
  readonly terms: ReadonlySet<string>;
  readonly seen: ReadonlySet<string>;
  readonly about: ReadonlySet<string>;
  /** Of those that say when to use the skill the first, the second and so on; 0 for others. */
  readonly order: number;
}

function isFilling(sentence: string, { terms, seen, about, order }: Telling): boolean {
  if (order > MOST_WHEN || sentence.trim() === '') return true;
  const words = wordsOf(sentence);
  if (repeatsItself(words) || !isGrammatical(sentence)) return true;
  if (seen.size === 0) return false;
  const fresh = [...terms].filter((term) => !seen.has(term)).length;
  // the first to say when may well repeat what the skill does
  if (order !== 1 && terms.size > 3 && fresh / terms.size < FRESH_SHARE) return true;
  const anchored = [...terms].filter((term) => about.has(term)).length;
  return words.length >= LONG && anchored < terms.size * ANCHORED_SHARE;
}

const repeatsItself = (words: readonly string[]): boolean =>
  words.length >= LONG && new Set(words.map(stemOf)).size / words.length < DISTINCT_SHARE;

/** Whether a text names something that the skill is about. */
const has = (text: string, about: ReadonlySet<string>): boolean =>
  [...termsOf(text)].some((term) => about.has(term));

/** What the skill is about: the terms of its name and of its instructions. Its folder does not count, so that it has the same score alone and in a plugin. */
function subjectOf({ frontMatter, content }: Skill): ReadonlySet<string> {
  const name = frontMatter.values.get('name');
  return new Set([
    ...content.terms,
    ...(typeof name === 'string' ? termsOf(name.replaceAll('-', ' ')) : []),
  ]);
}

function actionsOf(text: string): readonly string[] {
  const found = new Map<string, string>();
  for (const word of wordsOf(text)) {
    const stem = stemOf(word);
    if (ACTION_STEMS.has(stem) && !found.has(stem)) found.set(stem, word);
  }
  return [...found.values()];
}
