import type { Context, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type ReadDatabase,
} from '../../../persistence/contract/db.js';
import type { ListReviewsInput } from '../../contract/inputs.js';
import type { ReviewRunListed } from '../../contract/review-run-view.js';
import { ReviewRun } from './review-run.entity.js';
import { listedOf } from './run-views.js';

const DEFAULT_PAGE = 20;

/** Lists the runs of workspaces. */
@injectable()
export class RunList {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  /** The newest first; those of one type, or all. */
  async page(
    input: ListReviewsInput,
    { target, origin }: Pick<Context, 'target' | 'origin'>,
    type = input.type,
  ): Promise<Page<ReviewRunListed>> {
    const { pageSize = DEFAULT_PAGE, status, ...cursors } = input;
    const page = keyPage({ ...cursors, pageSize });
    const query = this.reads.manager.createQueryBuilder(ReviewRun, 'r');
    query.where({
      workspaceId: target?.workspaceId,
      ...(type && { type }),
      ...(status && { state: status }),
    });
    const order = { column: ['r.createdAt', 'r.id'], descending: true };
    const rows = await onPage(query, page, order).getMany();
    const keyOf = ({ createdAt, id }: ReviewRun) => [createdAt.toISOString(), id];
    const { data, ...links } = pageOf(page, rows, keyOf);
    return { ...links, data: data.map((run) => listedOf(run, origin)) };
  }
}
