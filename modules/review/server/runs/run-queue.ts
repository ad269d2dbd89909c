import { hostKey, type HostInfo, type SvcError } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { creditsKey, type Credits } from '../../../billing/contract/credits.js';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { transition } from '../../../persistence/contract/db.js';
import { factChangesKey, type FactChanges } from '../../../registry/contract/version-facts.js';
import { reviewRunMachine } from '../../contract/review-run.machine.js';
import { jobEntityOf } from './job-of-run.js';
import type { RunJob } from './jobs.entity.js';
import { priceOf } from './prices.js';
import { ReviewRun } from './review-run.entity.js';

/** A run that has waited longer is charged nevertheless. */
const RESERVED_MS = 24 * 60 * 60 * 1000;

/** What a run is inserted with; further columns are empty. */
export type NewRun = Pick<ReviewRun, 'id' | 'workspaceId' | 'organizationId' | 'type' | 'model'> &
  Partial<ReviewRun>;

type Reserving = Pick<ReviewRun, 'id' | 'organizationId' | 'tries' | 'credits'>;

/** A run with everything that decides how it is worked on and what it costs. */
function wholeOf(run: NewRun) {
  const { versionId = null, fix = null } = run;
  const whole = { ...run, versionId, fix, tries: 1 };
  return { ...whole, credits: priceOf(whole) };
}
type WholeRun = ReturnType<typeof wholeOf>;

/** Queues runs and ends them, with the credits that they use. Everything happens in the caller's unit of work. */
@injectable()
export class RunQueue {
  constructor(
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(creditsKey) private readonly credits: Credits,
    @inject(factChangesKey) private readonly facts: FactChanges,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Inserts and queues a run. Throws `credits_exhausted`. */
  async begin(manager: EntityManager, run: NewRun): Promise<void> {
    const shortage = await this.tryToBegin(manager, run);
    if (shortage !== undefined) throw shortage;
  }

  /** The same, but answers `credits_exhausted` instead of throwing it, which would end the unit of work. */
  async tryToBegin(manager: EntityManager, run: NewRun): Promise<SvcError | undefined> {
    const whole = wholeOf(run);
    await this.#changed(whole);
    const shortage = await this.#tryToReserve(whole);
    if (shortage === undefined) await this.#enqueue(manager, whole);
    return shortage;
  }

  /**
   * Begins a run unless there is another one that does instead, which costs nothing. `findOther` is asked when the credits are reserved: until the unit of
   * work ends, no other run of the organization that costs something begins. Answers the id of the run that does the work. Throws `credits_exhausted`.
   */
  async beginUnless(
    manager: EntityManager,
    run: NewRun,
    findOther: () => Promise<Pick<ReviewRun, 'id'> | null>,
  ): Promise<string> {
    const whole = wholeOf(run);
    await this.#changed(whole);
    const shortage = await this.#tryToReserve(whole);
    const other = await findOther();
    if (other === null) {
      if (shortage !== undefined) throw shortage;
      await this.#enqueue(manager, whole);
    } else if (shortage === undefined) await this.#settle(whole, 0);
    return other?.id ?? run.id;
  }

  /** Inserts a run that has ended already, or never begins. */
  async insert(manager: EntityManager, run: NewRun): Promise<void> {
    await this.#changed(run);
    await manager.insert(ReviewRun, { ...this.#fresh(), tries: 1, credits: 0, ...run });
  }

  /** Tries a failed run again. Throws `wrong_state` for any other, and `credits_exhausted`. */
  async again(manager: EntityManager, run: ReviewRun): Promise<void> {
    const { id, jobId } = run;
    const tries = run.tries + 1;
    const credits = priceOf(run);
    const cleared = { error: null, startedAt: null, finishedAt: null };
    if (jobId === null) {
      const event = 'retry';
      await transition(manager, { entity: ReviewRun, id, machine: reviewRunMachine, event });
      const enqueued = await this.jobs.enqueue(jobEntityOf(run), { reviewId: id });
      await manager.update(ReviewRun, id, { ...cleared, tries, credits, jobId: enqueued });
    } else {
      await this.jobs.retry(jobEntityOf(run), jobId);
      await manager.update(ReviewRun, id, { ...cleared, tries, credits });
    }
    await this.#changed(run);
    await this.#reserve({ id, organizationId: run.organizationId, tries, credits });
  }

  /** Writes the result of a run, and charges it. `used` are the credits that it used; a run that was not needed used none. */
  async complete(
    manager: EntityManager,
    { run, job, used = run.credits }: { run: ReviewRun; job: RunJob; used?: number },
    result: Partial<ReviewRun>,
  ): Promise<void> {
    const { startedAt } = job;
    const finishedAt = this.host.clock();
    const sent = { bundleSha256: null, reviewerSha256: null };
    // entities have relations that a partial update has not, which the types of TypeORM cannot tell
    const values: object = { ...sent, ...result, startedAt, finishedAt };
    await manager.update(ReviewRun, run.id, values);
    this.host.fault?.('review.result-written');
    await this.#settle(run, used);
    this.host.fault?.('review.credits-charged');
  }

  /** Ends a run that has no result, which costs nothing. What was sent is kept for another try of a failed run. */
  async end(manager: EntityManager, job: RunJob): Promise<void> {
    const { reviewId: id, state, error, startedAt, finishedAt } = job;
    await manager.update(ReviewRun, id, {
      error: state === 'failed' ? error : null,
      startedAt,
      finishedAt,
      ...(state === 'cancelled' && { bundleSha256: null, reviewerSha256: null }),
    });
    const run = await manager.findOneBy(ReviewRun, { id });
    if (run !== null) await this.#settle(run, 0);
    this.host.fault?.('review.credits-released');
  }

  /** While a run is open its version's facts are not kept, so its beginning is all that has to be reported. */
  async #changed({ versionId = null }: Pick<NewRun, 'versionId'>): Promise<void> {
    if (versionId !== null) await this.facts.changed(versionId);
  }

  async #enqueue(manager: EntityManager, run: WholeRun): Promise<void> {
    const jobId = await this.jobs.enqueue(jobEntityOf(run), { reviewId: run.id });
    await manager.insert(ReviewRun, { ...this.#fresh(), ...run, jobId });
    this.host.fault?.('review.run-inserted');
  }

  async #reserve(run: Reserving): Promise<void> {
    const shortage = await this.#tryToReserve(run);
    if (shortage !== undefined) throw shortage;
  }

  async #tryToReserve(run: Reserving): Promise<SvcError | undefined> {
    const { organizationId, credits } = run;
    if (credits === 0) return undefined;
    const until = new Date(this.host.clock().getTime() + RESERVED_MS);
    const reference = reservationOf(run);
    return this.credits.tryToReserve({ organizationId, reference, credits, until });
  }

  async #settle(run: Pick<ReviewRun, 'id' | 'tries' | 'credits'>, used: number) {
    if (run.credits > 0) await this.credits.settle(reservationOf(run), used);
  }

  #fresh() {
    return {
      state: reviewRunMachine.initial,
      version: 1,
      label: null,
      createdAt: this.host.clock(),
    };
  }
}

/** Each try has a reservation of its own, because that of a failed one was settled. */
const reservationOf = ({ id, tries }: Pick<ReviewRun, 'id' | 'tries'>): string =>
  `review.run:${id}:${tries}`;
