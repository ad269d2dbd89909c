import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { ViewReviewInput } from '../contract/command-inputs.js';
import { reviewNotCompleted } from '../contract/errors.js';
import { downloadSarif } from '../contract/operations.js';
import type { ReviewRunView } from '../contract/review-run-view.js';
import { ChosenReviews } from './chosen.js';
import { followReview } from './follow.js';
import { gated } from './gate.js';

@injectable()
export class ViewHandler implements Handler<ViewReviewInput, ReviewRunView> {
  constructor(@inject(ChosenReviews) private readonly chosen: ChosenReviews) {}

  async run(input: ViewReviewInput, context: Context): Promise<ReviewRunView> {
    const { threshold, failOn, sarif = false, ...choice } = input;
    const id = await this.chosen.idOf(choice, context);
    const view = await followReview(id, context);
    if (threshold !== undefined && view.type !== 'quality')
      throw usageError({ what: '--threshold is for quality reviews; this is a security review.' });
    if (failOn !== undefined && view.type !== 'security')
      throw usageError({ what: '--fail-on is for security reviews; this is a quality review.' });
    const shown = gated(view, failOn);
    if (!sarif) return shown;
    if (view.security === null) throw reviewNotCompleted({ id, status: view.status });
    const { status, gate } = shown;
    // the file is printed instead of the review, with the same exit code
    return { ...(await context.invoke(downloadSarif, { id })), status, gate } as never;
  }
}
