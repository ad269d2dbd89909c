import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type {
  RunQualityInput,
  RunReviewInput,
  RunSecurityInput,
} from '../contract/command-inputs.js';
import type { ReviewRunView } from '../contract/review-run-view.js';
import { followReview } from './follow.js';
import { gated, type Gate } from './gate.js';
import { RunStarter, type ReviewRequest } from './start.js';

/** What both commands do: start, wait, judge. */
async function runReview(
  starter: RunStarter,
  asked: RunReviewInput & Pick<ReviewRequest, 'kind' | 'reviewPlugin'> & Gate,
  context: Context,
): Promise<ReviewRunView> {
  const { path, wait = true, failOn, threshold, ...request } = asked;
  const source = await starter.sourceAt(path, context);
  const started = await starter.review(source, request, context);
  if (!wait) return started;
  return gated(await followReview(started.reviewRunId, context), { failOn, threshold });
}

function refuseNoWait(flag: string, value: unknown, wait = true): void {
  if (value !== undefined && !wait)
    throw usageError({ what: `${flag} needs the result, and --no-wait does not wait for it.` });
}

@injectable()
export class RunSecurityHandler implements Handler<RunSecurityInput, ReviewRunView> {
  constructor(@inject(RunStarter) private readonly starter: RunStarter) {}

  async run(input: RunSecurityInput, context: Context): Promise<ReviewRunView> {
    refuseNoWait('--fail-on', input.failOn, input.wait);
    return runReview(this.starter, Object.assign(input, { kind: 'security' as const }), context);
  }
}

@injectable()
export class RunQualityHandler implements Handler<RunQualityInput, ReviewRunView> {
  constructor(@inject(RunStarter) private readonly starter: RunStarter) {}

  async run(input: RunQualityInput, context: Context): Promise<ReviewRunView> {
    refuseNoWait('--threshold', input.threshold, input.wait);
    return runReview(this.starter, Object.assign(input, { kind: 'quality' as const }), context);
  }
}
