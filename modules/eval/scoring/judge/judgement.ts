import { fieldsOf, isRecord, listOf } from '../../../../toolbox/type-guards.js';
import { shortened } from '../../../../toolbox/shortened.js';
import type { CriterionScore } from '../../contract/run-view.js';
import type { Asked } from './control.js';
import type { Judged } from './question.js';
import type { Quotes } from './quotes.js';
import { seen } from './withheld.js';

/** What an answer says, or why it cannot be used. */
export type Judgement = { readonly results: readonly CriterionScore[] } | Unusable;

export interface Unusable {
  /** A sentence without any text of the answer, which is given back to the judge. */
  readonly problem: string;
  /** The same for people, where the judge may not know it. */
  readonly forPeople?: string;
}

export const OF_OTHER_FORM: Unusable = { problem: 'It is not of the form that was asked for.' };

/** Does not say which criterion: the next question has another control. */
const FOR_NOTHING: Unusable = {
  problem: 'It has a score above 0 whose quote does not show what the criterion asks for.',
  forPeople:
    'The judge gave points for something that is not in the solution; the solution may speak to it.',
};

/** Characters that are kept. */
const MOST = { reasoning: 2000, quote: 1000 } as const;

/** Reads an answer. One score that cannot be used voids all of it: a judge that invents a quote was not looking. */
export function judgementOf(
  answer: unknown,
  { criteria: asked, control }: Asked,
  quotes: Quotes,
): Judgement {
  const items = listOf(fieldsOf(answer)['criteria']);
  if (!isRecord(answer) || items.length === 0) return OF_OTHER_FORM;
  const results: CriterionScore[] = [];
  for (const [index, criterion] of asked.entries()) {
    const own = items.filter((item) => fieldsOf(item)['criterion'] === index + 1);
    const [item] = own;
    if (own.length !== 1 || item === undefined)
      return { problem: `It has ${own.length} scores of criterion ${index + 1} instead of one.` };
    const problem = problemOf(fieldsOf(item), criterion, quotes);
    if (problem !== undefined) return { problem: `Of criterion ${index + 1}, ${problem}.` };
    const result = scoreOf(fieldsOf(item), criterion);
    if (index !== control) results.push(result);
    else if (result.score > 0) return FOR_NOTHING;
  }
  return items.length === asked.length
    ? { results }
    : { problem: 'It has scores of criteria that are not there.' };
}

type Item = Readonly<Record<string, unknown>>;

function problemOf(
  { score, reasoning, evidence, quote }: Item,
  { maxScore }: Judged,
  quotes: Quotes,
): string | undefined {
  if (typeof score !== 'number' || !(score >= 0 && score <= maxScore))
    return `the score is no number from 0 to ${maxScore}`;
  if (typeof reasoning !== 'string' || seen(reasoning).trim() === '')
    return 'there is no reasoning';
  if (evidence === 'none')
    return score === 0 ? undefined : 'there is a score above 0 without a quote';
  const problem = typeof quote === 'string' ? quotes.problemWith(quote) : 'is no text';
  return problem === undefined ? undefined : `the quote ${problem}`;
}

function scoreOf(item: Item, { name, maxScore }: Judged): CriterionScore {
  const text = (key: 'reasoning' | 'quote'): string =>
    shortened(seen(String(item[key])).trim(), MOST[key]);
  return {
    name,
    score: Number(item['score']),
    maxScore,
    by: 'judge',
    reasoning: text('reasoning'),
    quote: item['evidence'] === 'none' ? null : text('quote'),
    overridden: null,
  };
}
