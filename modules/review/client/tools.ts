import { resolve } from 'node:path';
import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { nothingToRead } from '../../registry/contract/plugin-errors.js';
import type { AgentReviewView, StartedRunView } from '../contract/applied-fix-view.js';
import type {
  ReviewFixToolInput,
  ReviewRunToolInput,
  ReviewViewToolInput,
} from '../contract/command-inputs.js';
import { showReview } from '../contract/operations.js';
import type { ReviewRunView } from '../contract/review-run-view.js';
import { startedRun, withNextStep } from './agent-steps.js';
import { FixSources } from './fix/fix-sources.js';
import { FixWriter } from './fix/fix-writer.js';
import { folderAt } from './source.js';
import { RunStarter } from './start.js';

@injectable()
export class StartToolHandler implements Handler<ReviewRunToolInput, StartedRunView> {
  constructor(@inject(RunStarter) private readonly starter: RunStarter) {}

  async run(
    { kind = 'quality', path, workspace }: ReviewRunToolInput,
    context: Context,
  ): Promise<StartedRunView> {
    const source = await this.starter.sourceAt(path, context);
    return startedRun(await this.starter.review(source, { kind, workspace }, context));
  }
}

@injectable()
export class FixToolHandler implements Handler<ReviewFixToolInput, StartedRunView> {
  constructor(
    @inject(RunStarter) private readonly starter: RunStarter,
    @inject(FixSources) private readonly sources: FixSources,
  ) {}

  async run(
    { path = '.', ...request }: ReviewFixToolInput,
    context: Context,
  ): Promise<StartedRunView> {
    const { source } = await this.sources.at(path, context);
    return startedRun(await this.starter.fix(source, request, context));
  }
}

@injectable()
export class ViewToolHandler implements Handler<ReviewViewToolInput, AgentReviewView> {
  constructor(@inject(FixWriter) private readonly writer: FixWriter) {}

  async run(
    { runId, apply = false, path }: ReviewViewToolInput,
    context: Context,
  ): Promise<AgentReviewView> {
    if (!apply && path !== undefined)
      throw usageError({
        what: '`path` says where the result of a fix run is written, and needs `apply`: true.',
        hint: 'Call review_view with `runId` alone to look at it.',
      });
    const view = await context.invoke(showReview, { id: runId });
    if (!apply) return withNextStep(view);
    refuseUnfinished(view);
    return withNextStep(Object.assign(view, { written: await this.#apply(view, path, context) }));
  }

  async #apply(view: ReviewRunView, path = '.', context: Context): Promise<readonly string[]> {
    const target = resolve(context.cwd, path);
    const folder = await folderAt(target);
    if (folder === undefined) throw nothingToRead({ path: target, what: 'skill' });
    await context.consent?.write(folder);
    const proposal = await this.writer.proposal(view, folder, context);
    return proposal === undefined ? [] : this.writer.write(proposal);
  }
}

function refuseUnfinished({ type, status, reviewRunId }: ReviewRunView): void {
  if (type !== 'fix')
    throw usageError({
      what: '`apply` is for fix runs; a review changes nothing.',
      hint: 'Start a fix run with review_fix.',
    });
  if (status !== 'completed')
    throw usageError({
      what: `The fix run ${reviewRunId} is ${status}; only a completed one can be applied.`,
      hint: 'Call review_view with `runId` alone until its status is completed.',
    });
}
