import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { QualityReport } from '../../quality/report.js';
import { EarlierRuns } from '../runs/earlier-runs.js';
import type { ReviewRun } from '../runs/review-run.entity.js';
import { RunQueue } from '../runs/run-queue.js';
import { StoredScores } from '../publishing/stored-scores.js';
import { ChosenJudges } from './chosen-judge.js';

/** Has published versions judged by a model, after they were reviewed without one, where the workspace has a model and the credits for it. */
@injectable()
export class JudgedVersions {
  constructor(
    @inject(ChosenJudges) private readonly judges: ChosenJudges,
    @inject(EarlierRuns) private readonly earlier: EarlierRuns,
    @inject(StoredScores) private readonly scores: StoredScores,
    @inject(RunQueue) private readonly queue: RunQueue,
  ) {}

  /** Decides what follows a review; the answer writes it, in the unit of work that ends the review, and tells whether a model judges the version. */
  async after(
    run: ReviewRun,
    { reviewScore }: QualityReport,
    fingerprint: string,
  ): Promise<(manager: EntityManager) => Promise<boolean>> {
    const { workspaceId, organizationId, versionId, subject, type, model } = run;
    if (versionId === null || model !== null || reviewScore === null) return neither;
    const judge = await this.judges.byModel(workspaceId);
    if (judge === undefined) return neither;
    const { ruleset } = judge.engine;
    const judged = {
      id: randomUUID(),
      ...{ workspaceId, organizationId, versionId, subject, type, fingerprint, ruleset },
      ...judge,
    };
    const reused = await this.earlier.resultFor(judged);
    return async (manager) => {
      if (reused !== undefined) {
        await this.queue.insert(manager, { ...judged, ...reused });
        await this.scores.reviewed(run, reused.reviewScore);
        return true;
      }
      // without enough credits the version keeps the score without a model
      return (await this.queue.tryToBegin(manager, judged)) === undefined;
    };
  }
}

const neither = (): Promise<boolean> => Promise.resolve(false);
