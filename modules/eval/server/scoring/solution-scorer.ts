import { inject, injectable } from 'tsyringe';
import type { CriterionScore } from '../../contract/run-view.js';
import type { Criterion } from '../../scenario/scenario.js';
import { artefactsOf } from '../../scoring/judge/artefacts.js';
import { questionsOf } from '../../scoring/judge/question.js';
import { scoreKeyOf } from '../../scoring/score-key.js';
import { shareOf } from '../../scoring/share.js';
import type { CellScore } from '../cells/cell.entity.js';
import type { Scorer, ToScore } from '../cells/scorer.js';
import { CheckCommands } from './check-command.js';
import { judgedCriteria } from './judged-criteria.js';
import { Judges } from './judges.js';
import { runChecks } from './run-checks.js';

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
    const judge = this.judges.of(toScore.settings);
    for (const asked of questionsOf(criteria)) {
      const results = await judgedCriteria(asked, { ...toScore, artefacts }, (question) =>
        judge.answer(question, toScore),
      );
      asked.forEach((criterion, index) => {
        const result = results[index];
        if (result !== undefined) scores.push([criterion, result]);
      });
    }
    return scores;
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
