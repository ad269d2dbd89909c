import { hostKey, type Context, type Handler, type HostInfo, type Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { ListReviewsInput, ReviewLook, ReviewRef } from '../../contract/inputs.js';
import type { ReviewRunListed, ReviewRunView } from '../../contract/review-run-view.js';
import { jobEntityOf } from './job-of-run.js';
import { RunList } from './run-list.js';
import { runTarget } from './run-locator.js';
import { RunQueue } from './run-queue.js';
import { RunViews } from './run-views.js';

@injectable()
export class ShowRunHandler implements Handler<ReviewLook, ReviewRunView> {
  constructor(@inject(RunViews) private readonly views: RunViews) {}

  run({ wait }: ReviewLook, context: Context): Promise<ReviewRunView> {
    return this.views.current(runTarget(context), context, wait);
  }
}

@injectable()
export class ListRunsHandler implements Handler<ListReviewsInput, Page<ReviewRunListed>> {
  constructor(@inject(RunList) private readonly list: RunList) {}

  run(input: ListReviewsInput, context: Context): Promise<Page<ReviewRunListed>> {
    return this.list.page(input, context);
  }
}

@injectable()
export class RetryRunHandler implements Handler<ReviewRef, ReviewRunView> {
  constructor(
    @inject(RunQueue) private readonly queue: RunQueue,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(RunViews) private readonly views: RunViews,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ id }: ReviewRef, context: Context): Promise<ReviewRunView> {
    const run = runTarget(context);
    await this.unitOfWork.run((manager) => this.queue.again(manager, run));
    this.host.fault?.('review.run-queued');
    return this.views.byId(id, context);
  }
}

@injectable()
export class CancelRunHandler implements Handler<ReviewRef, ReviewRunView> {
  constructor(
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(RunViews) private readonly views: RunViews,
  ) {}

  /** A run that is going on stops soon after; its end changes the status. */
  async run(_input: ReviewRef, context: Context): Promise<ReviewRunView> {
    const run = runTarget(context);
    if (run.jobId !== null) await this.jobs.cancel(jobEntityOf(run), run.jobId);
    return this.views.byId(run.id, context);
  }
}
