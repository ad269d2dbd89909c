import { notAvailableYet, usageError, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { ReviewRunToolInput, ReviewViewToolInput } from '../contract/command-inputs.js';
import { showReview } from '../contract/operations.js';
import { isOver } from '../contract/review-run.machine.js';
import type { AgentReviewView, ReviewRunView } from '../contract/review-run-view.js';
import { ReviewStarter } from './start.js';

@injectable()
export class StartToolHandler implements Handler<ReviewRunToolInput, AgentReviewView> {
  constructor(@inject(ReviewStarter) private readonly starter: ReviewStarter) {}

  async run(
    { kind = 'quality', ...request }: ReviewRunToolInput,
    context: Context,
  ): Promise<AgentReviewView> {
    if (kind === 'quality')
      throw notAvailableYet({ what: 'The review of quality (`kind`: `quality`)' });
    return withNextStep(await this.starter.start({ ...request, kind }, context));
  }
}

@injectable()
export class ViewToolHandler implements Handler<ReviewViewToolInput, AgentReviewView> {
  async run(
    { runId, apply = false, path }: ReviewViewToolInput,
    { invoke }: Context,
  ): Promise<AgentReviewView> {
    if (apply || path !== undefined)
      throw usageError({
        what: '`apply` and `path` are for fix runs; a review changes nothing.',
        hint: 'Call review_view with `runId` alone.',
      });
    return withNextStep(await invoke(showReview, { id: runId }));
  }
}

const withNextStep = (view: ReviewRunView): AgentReviewView =>
  Object.assign(view, { nextStep: nextStep(view) });

function nextStep({ status, reviewRunId: id, security }: ReviewRunView): string {
  if (!isOver(status))
    return `Call review_view with runId ${id} again in 5 to 10 seconds, until status is completed, failed or cancelled.`;
  if (status === 'failed')
    return `\`svc review retry ${id}\` tries it again; \`error\` says why it failed.`;
  if (security === null) return 'Start another review with review_run.';
  if (security.findings.length === 0 && security.verdict === 'pass')
    return 'Nothing was found; there is nothing to do.';
  return 'Tell the user the verdict and the worst findings with file and line. Each finding has a `fix`; change files only if the user wants it.';
}
