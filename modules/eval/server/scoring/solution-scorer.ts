import { inject, injectable } from 'tsyringe';
import type { CriterionScore } from '../../contract/run-view.js';
import type { Criterion } from '../../scenario/scenario.js';
import { artefactsOf, type Artefacts } from '../../scoring/judge/artefacts.js';
import { withControl } from '../../scoring/judge/control.js';
import { judgementOf, type Unusable } from '../../scoring/judge/judgement.js';
import { questionOf, questionsOf } from '../../scoring/judge/question.js';
import { Quotes } from '../../scoring/judge/quotes.js';
import { scoreKeyOf } from '../../scoring/score-key.js';
import { shareOf } from '../../scoring/share.js';
import type { CellScore } from '../cells/cell.entity.js';
import type { Scorer, ToScore } from '../cells/scorer.js';
import { CellFailed } from '../cells/solution.js';
import { CheckCommands } from './check-command.js';
import { UnusableAnswer } from './judge.js';
import { Judges } from './judges.js';
import { runChecks } from './run-checks.js';

/** How often a judge is asked the same. */
const MOST_ANSWERS = 3;

/** Scores solutions by their checks, and asks a judge about the other criteria. */
@injectable()
export class SolutionScorer implements Scorer {
  constructor(
    @inject(Judges) private readonly judges: Judges,
    @inject(CheckCommands) private readonly commands: CheckCommands,
  ) {}

  keyOf({ settings, scenario }: Pick<ToScore, 'settings' | 'scenario'>): string {
    return scoreKeyOf(scenario, settings);
  }

  async score(toScore: ToScore): Promise<CellScore> {
    const { criteria } = toScore.scenario;
    const checked = await runChecks(criteria, toScore, this.commands);
    const open = criteria.filter((criterion) => !checked.has(criterion));
    const scores = new Map([...checked, ...(await this.judged(open, toScore))]);
    const results = criteria.flatMap((criterion) => scores.get(criterion) ?? []);
    return { score: shareOf(results), results };
  }

  private async judged(
    criteria: readonly Criterion[],
    toScore: ToScore,
  ): Promise<readonly (readonly [Criterion, CriterionScore])[]> {
    const artefacts = artefactsOf(toScore.solution);
    if (artefacts.length === 0)
      return criteria.map((criterion) => [criterion, nothingDone(criterion)]);
    const scores: (readonly [Criterion, CriterionScore])[] = [];
    for (const asked of questionsOf(criteria)) {
      const results = await this.ask(asked, artefacts, toScore);
      asked.forEach((criterion, index) => {
        const result = results[index];
        if (result !== undefined) scores.push([criterion, result]);
      });
    }
    return scores;
  }

  private async ask(
    asked: readonly Criterion[],
    artefacts: Artefacts,
    toScore: ToScore,
  ): Promise<readonly CriterionScore[]> {
    const { scenario, settings } = toScore;
    const others = asked.flatMap(({ name, description }) => [name, description]);
    const shown = [scenario.task, scenario.context, ...others];
    const quotes = new Quotes(artefacts, shown, toScore.contextTexts);
    const texts = [...shown, ...artefacts.map(({ text }) => text)];
    const judge = this.judges.of(settings);
    let unusable: Unusable | undefined;
    for (let answers = 0; answers < MOST_ANSWERS; answers += 1) {
      const seed = JSON.stringify([toScore.cellId, others, answers]);
      const put = withControl(asked, texts, seed);
      const question = questionOf(put.criteria, scenario, {
        artefacts,
        problem: unusable?.problem,
      });
      try {
        const judgement = judgementOf(await judge.answer(question, toScore), put, quotes);
        if ('results' in judgement) return judgement.results;
        unusable = judgement;
      } catch (error) {
        if (!(error instanceof UnusableAnswer)) throw error;
        unusable = { problem: 'It is not of the form that was asked for.' };
      }
    }
    const why = unusable?.forPeople ?? unusable?.problem ?? '';
    throw new CellFailed(
      'scorer',
      `None of ${MOST_ANSWERS} answers of the judge can be used. About the last one: ${why}`,
      false,
    );
  }
}

/** No judge could quote anything from it. */
const nothingDone = ({ name, maxScore }: Criterion): CriterionScore => ({
  name,
  score: 0,
  maxScore,
  by: 'check',
  reasoning: 'The agent has changed nothing and said nothing.',
  quote: null,
  overridden: null,
});
