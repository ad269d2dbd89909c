import type { Criterion } from '../scenario/scenario.js';
import type { ContentFinding, ContentRule } from './content-rule.js';
import { sentencesOf, type Sentence } from './sentences.js';
import { senseOf, specificsOf, withoutQuotations, wordsOf } from './words.js';

/** Words in a row that are compared. */
const RUN = 4;
/** Share of a criterion's runs that the task has, from which on the criterion is copied. */
const COPIED = 0.6;
/** Share of a criterion's meaning that one sentence of the task has, from which on the sentence says the same. */
const SAID = 0.8;
const FEWEST_RUNS = 2;
/** That many runs of words in a row are no coincidence, whatever else the criterion says. */
const LONG = 5;
const FEWEST_WORDS = 4;
/** The same for a criterion with a name or a number, if the sentence has all of it. */
const FEWEST_WITH_NAME = 3;

interface Task {
  readonly runs: ReadonlySet<string>;
  readonly sentences: readonly Sentence[];
  /** Sentences by the words that they have. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
}

/** The criterion's text is in the task, word for word or in other forms of its words. */
export const givenAway: ContentRule = ({ scenario: { task, criteria } }) => {
  const read = readTask(task);
  return criteria.flatMap((criterion) => findingOf(criterion, read) ?? []);
};

function readTask(task: string): Task {
  const sentences = sentencesOf(task);
  const byWord = new Map<string, number[]>();
  sentences.forEach(({ text }, index) => {
    for (const word of senseOf(text)) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [index]);
      else known.push(index);
    }
  });
  return { runs: new Set(runsOf(wordsOf(task))), sentences, byWord };
}

const runsOf = (words: readonly string[]): readonly string[] =>
  words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '));

function findingOf(criterion: Criterion, task: Task): ContentFinding | undefined {
  if (isDeliverable(criterion)) return undefined;
  const sentence = sentenceThatSays(criterion, task);
  if (sentence === undefined && !isCopied(criterion.description, task)) return undefined;
  const where = sentence === undefined ? 'task.md' : `task.md:${sentence.line}`;
  return {
    rule: 'given-away',
    message: `${where} says what "${criterion.name}" asks for.`,
    location: (criterion.at.object()?.get('description') ?? criterion.at).location,
  };
}

/** A file that the solution has to have: the task must name it, for the check to be fair. */
const isDeliverable = ({ check }: Criterion): boolean => check?.type === 'file' && check.exists;

function isCopied(description: string, { runs }: Task): boolean {
  const shared = runsOf(wordsOf(withoutQuotations(description))).map((run) => runs.has(run));
  const share = shared.filter(Boolean).length / shared.length;
  const isLong = shared.some(
    (_, at) => at + LONG <= shared.length && shared.slice(at, at + LONG).every(Boolean),
  );
  return isLong || (shared.length >= FEWEST_RUNS && share >= COPIED);
}

/** A criterion of the category INTENT may say in other words what the task asks for: that is what it is about. */
function sentenceThatSays({ description, category }: Criterion, task: Task): Sentence | undefined {
  if (category === 'INTENT') return undefined;
  const meaning = senseOf(description);
  const [index, shared] = mostShared(meaning, task);
  const isSaid =
    (meaning.size >= FEWEST_WORDS && shared / meaning.size >= SAID) ||
    (meaning.size >= FEWEST_WITH_NAME && shared === meaning.size && hasName(description));
  return isSaid ? task.sentences[index] : undefined;
}

/** Says that something is to be there, such as a file: the task has to name it. */
const DELIVERS =
  /\b(?:creat|produc|writ|sav|exist|nam|present|deliver|generat|output|report)(?:e|es|ed|ing|s|ten)?\b/i;

/** Names of files that are to be written do not count. */
const hasName = (description: string): boolean =>
  [...specificsOf(description)].some(
    (word) => !/\.\p{L}/u.test(word) || !DELIVERS.test(description),
  );

function mostShared(
  meaning: ReadonlySet<string>,
  { byWord }: Task,
): readonly [index: number, shared: number] {
  const counts = new Map<number, number>();
  for (const word of meaning)
    for (const index of byWord.get(word) ?? []) counts.set(index, (counts.get(index) ?? 0) + 1);
  return [...counts].reduce<readonly [number, number]>(
    (best, each) => (each[1] > best[1] ? each : best),
    [0, 0],
  );
}
