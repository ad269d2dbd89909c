import { hostKey, transitionOf, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { IsNull, MoreThan, Not, type FindOptionsWhere } from 'typeorm';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { reviewRunMachine, type ReviewStatus } from '../../contract/review-run.machine.js';
import { ReviewRun } from './review-run.entity.js';

/** What decides the result of a review. */
export type Reviewed = Pick<
  ReviewRun,
  'workspaceId' | 'type' | 'fingerprint' | 'model' | 'ruleset'
>;

/** Finds results that a new run may reuse. */
@injectable()
export class EarlierRuns {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** The columns of a run with the result of an earlier one: of the same workspace, content and rules. */
  async resultFor(reviewed: Reviewed) {
    const earlier = await this.#find(reviewed);
    if (earlier === null) return undefined;
    const now = this.host.clock();
    return { ...resultOf(earlier), state: completed(), startedAt: now, finishedAt: now };
  }

  /** The result of another run of the same that was going on when this one was started, and has ended meanwhile. */
  async sameMeanwhile(run: ReviewRun) {
    const earlier = await this.#find(run, { finishedAt: MoreThan(run.createdAt), id: Not(run.id) });
    return earlier === null ? undefined : resultOf(earlier);
  }

  #find(
    { workspaceId, type, fingerprint, model, ruleset }: Reviewed,
    more: FindOptionsWhere<ReviewRun> = {},
  ): Promise<ReviewRun | null> {
    return this.reads.manager.findOne(ReviewRun, {
      where: {
        workspaceId,
        type,
        fingerprint,
        ruleset: ruleset ?? IsNull(),
        state: 'completed',
        reusedFrom: IsNull(),
        ...(model === null ? { model: IsNull() } : { model }),
        // a model that did not answer a security review may answer the next time
        ...(model !== null && type === 'security' && { verdict: Not('error') }),
        ...more,
      },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }
}

const resultOf = (earlier: ReviewRun) => {
  const { id, reportSha256, verdict, overallSeverity, reviewScore, engine, ruleset } = earlier;
  return {
    reusedFrom: id,
    reportSha256,
    verdict,
    overallSeverity,
    reviewScore,
    engine,
    ruleset,
  };
};

function completed(): ReviewStatus {
  const { initial } = reviewRunMachine;
  return transitionOf(reviewRunMachine, { state: initial, event: 'reuse' })?.to ?? initial;
}
