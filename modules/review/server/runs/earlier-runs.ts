import { hostKey, transitionOf, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
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

  /** The run of the same that is going on; see `RunQueue.beginUnless`. */
  goingOn(manager: EntityManager, reviewed: Reviewed): Promise<ReviewRun | null> {
    return manager.findOneBy(ReviewRun, {
      ...sameAs(reviewed),
      state: In(['pending', 'running'] satisfies ReviewStatus[]),
    });
  }

  #find(reviewed: Reviewed): Promise<ReviewRun | null> {
    const { type, model } = reviewed;
    return this.reads.manager.findOne(ReviewRun, {
      where: {
        ...sameAs(reviewed),
        state: 'completed',
        reusedFrom: IsNull(),
        // a model that did not answer a security review may answer the next time
        ...(model !== null && type === 'security' && { verdict: Not('error') }),
      },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }
}

const sameAs = ({ workspaceId, type, fingerprint, model, ruleset }: Reviewed) => ({
  workspaceId,
  type,
  fingerprint,
  ruleset: ruleset ?? IsNull(),
  model: model ?? IsNull(),
});

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
