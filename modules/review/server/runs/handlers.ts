import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { ListReviewsInput, ReviewLook, ReviewRef } from '../../contract/inputs.js';
import type { ReviewRunListed, ReviewRunView } from '../../contract/review-run-view.js';
import { jobEntityOf } from './job-of-run.js';
import { ReviewRun } from './review-run.entity.js';
import { runTarget } from './run-locator.js';
import { RunQueue } from './run-queue.js';
import { listedOf, RunViews } from './run-views.js';

const DEFAULT_PAGE = 20;

@injectable()
export class ShowRunHandler implements Handler<ReviewLook, ReviewRunView> {
  constructor(@inject(RunViews) private readonly views: RunViews) {}

  run({ wait }: ReviewLook, context: Context): Promise<ReviewRunView> {
    return this.views.current(runTarget(context), context, wait);
  }
}

@injectable()
export class ListRunsHandler implements Handler<ListReviewsInput, Page<ReviewRunListed>> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async run(
    { pageSize = DEFAULT_PAGE, ...cursors }: ListReviewsInput,
    { target, origin }: Context,
  ): Promise<Page<ReviewRunListed>> {
    const page = keyPage({ ...cursors, pageSize });
    const query = this.reads.manager.createQueryBuilder(ReviewRun, 'r');
    query.where({ workspaceId: target?.workspaceId });
    const order = { column: ['r.createdAt', 'r.id'], descending: true };
    const rows = await onPage(query, page, order).getMany();
    const keyOf = ({ createdAt, id }: ReviewRun) => [createdAt.toISOString(), id];
    const { data, ...links } = pageOf(page, rows, keyOf);
    return { ...links, data: data.map((run) => listedOf(run, origin)) };
  }
}

@injectable()
export class RetryRunHandler implements Handler<ReviewRef, ReviewRunView> {
  constructor(
    @inject(RunQueue) private readonly queue: RunQueue,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(RunViews) private readonly views: RunViews,
  ) {}

  async run({ id }: ReviewRef, context: Context): Promise<ReviewRunView> {
    const run = runTarget(context);
    await this.unitOfWork.run((manager) => this.queue.again(manager, run));
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
