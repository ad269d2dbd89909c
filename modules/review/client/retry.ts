import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { RetryReviewInput } from '../contract/command-inputs.js';
import { retryRun } from '../contract/operations.js';
import type { ReviewRunView } from '../contract/review-run-view.js';
import { ChosenReviews } from './chosen.js';

@injectable()
export class RetryHandler implements Handler<RetryReviewInput, ReviewRunView> {
  constructor(@inject(ChosenReviews) private readonly chosen: ChosenReviews) {}

  async run(input: RetryReviewInput, context: Context): Promise<ReviewRunView> {
    return context.invoke(retryRun, { id: await this.chosen.idOf(input, context) });
  }
}
