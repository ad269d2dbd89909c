import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { RunSecurityInput } from '../contract/command-inputs.js';
import type { ReviewRunView } from '../contract/review-run-view.js';
import { followReview } from './follow.js';
import { gated } from './gate.js';
import { ReviewStarter } from './start.js';

@injectable()
export class RunSecurityHandler implements Handler<RunSecurityInput, ReviewRunView> {
  constructor(@inject(ReviewStarter) private readonly starter: ReviewStarter) {}

  async run(input: RunSecurityInput, context: Context): Promise<ReviewRunView> {
    const { failOn, wait = true, ...request } = input;
    if (failOn !== undefined && !wait)
      throw usageError({ what: '--fail-on needs the result, and --no-wait does not wait for it.' });
    const started = await this.starter.start({ ...request, kind: 'security' }, context);
    if (!wait) return started;
    return gated(await followReview(started.reviewRunId, context), failOn);
  }
}
