import type { Context, Handler, Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { ReviewsCommandInput } from '../contract/command-inputs.js';
import { listReviews } from '../contract/operations.js';
import type { ReviewRunListed } from '../contract/review-run-view.js';
import { ChosenReviews } from './chosen.js';

@injectable()
export class ListHandler implements Handler<ReviewsCommandInput, Page<ReviewRunListed>> {
  constructor(@inject(ChosenReviews) private readonly chosen: ChosenReviews) {}

  async run(
    { workspace: named, limit: pageSize = 20 }: ReviewsCommandInput,
    context: Context,
  ): Promise<Page<ReviewRunListed>> {
    const workspace = await this.chosen.workspaceOf(named, context);
    return context.invoke(listReviews, { workspace, pageSize });
  }
}
