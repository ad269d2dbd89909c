import { hostKey, transitionOf, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { reviewRunMachine, type ReviewStatus } from '../../contract/review-run.machine.js';
import type { Verdict } from '../../contract/review-run-view.js';
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

  /** The run of the same that is going on, or was completed since `resultFor` found none; see `RunQueue.beginUnless`. */
  goingOn(manager: EntityManager, reviewed: Reviewed): Promise<ReviewRun | null> {
    const state = In(['pending', 'running'] satisfies ReviewStatus[]);
    return manager.findOneBy(ReviewRun, [{ ...sameAs(reviewed), state }, completedAs(reviewed)]);
  }

  #find(reviewed: Reviewed): Promise<ReviewRun | null> {
    return this.reads.manager.findOne(ReviewRun, {
      where: completedAs(reviewed),
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

const completedAs = (reviewed: Reviewed) => ({
  ...sameAs(reviewed),
  state: 'completed' as const,
  reusedFrom: IsNull(),
  // a model that did not answer a security review may answer the next time
  ...(reviewed.model !== null &&
    reviewed.type === 'security' && { verdict: Not<Verdict>('error') }),
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
