import type { CriterionScore } from '../../contract/run-view.js';
import type { Artefacts } from '../../scoring/judge/artefacts.js';
import { withControl } from '../../scoring/judge/control.js';
import {
  judgementOf,
  OF_OTHER_FORM,
  type Judgement,
  type Unusable,
} from '../../scoring/judge/judgement.js';
import { questionOf, type JudgeQuestion, type Judged } from '../../scoring/judge/question.js';
import { Quotes } from '../../scoring/judge/quotes.js';
import type { ToScore } from '../cells/scorer.js';
import { CellFailed } from '../cells/solution.js';
import { UnusableAnswer } from './judge.js';

/** How often a judge is asked the same. */
const MOST_ANSWERS = 3;

interface Shown extends Pick<ToScore, 'cellId' | 'contextTexts'> {
  readonly scenario: Pick<ToScore['scenario'], 'task' | 'context'>;
  readonly artefacts: Artefacts;
}

/** What a judge gives for the criteria of one question, in their order. Throws `CellFailed` if none of its answers can be used. */
export async function judgedCriteria(
  criteria: readonly Judged[],
  { cellId, contextTexts, scenario, artefacts }: Shown,
  answer: (question: JudgeQuestion) => Promise<unknown>,
): Promise<readonly CriterionScore[]> {
  const others = criteria.flatMap(({ name, description }) => [name, description]);
  const shown = [scenario.task, scenario.context, ...others];
  const quotes = new Quotes(artefacts, shown, contextTexts);
  const texts = [...shown, ...artefacts.map(({ text }) => text)];
  let unusable: Unusable | undefined;
  for (let answers = 0; answers < MOST_ANSWERS; answers += 1) {
    const asked = withControl(criteria, texts, JSON.stringify([cellId, others, answers]));
    const problem = unusable?.problem;
    const question = questionOf(asked.criteria, scenario, { artefacts, problem });
    const judgement = await judgementFrom(async () =>
      judgementOf(await answer(question), asked, quotes),
    );
    if ('results' in judgement) return judgement.results;
    unusable = judgement;
  }
  const why = unusable?.forPeople ?? unusable?.problem ?? '';
  throw new CellFailed(
    'scorer',
    `None of ${MOST_ANSWERS} answers of the judge can be used. About the last one: ${why}`,
    false,
  );
}

async function judgementFrom(judge: () => Promise<Judgement>): Promise<Judgement> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof UnusableAnswer) return OF_OTHER_FORM;
    throw error;
  }
}
