import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { AppliedFixView } from '../../contract/applied-fix-view.js';
import type { FixReviewInput } from '../../contract/command-inputs.js';
import { showReview } from '../../contract/operations.js';
import { gated } from '../gate.js';
import { RunStarter } from '../start.js';
import { FixOffer } from './fix-offer.js';
import { FixSources } from './fix-sources.js';

/** `svc review fix`. */
@injectable()
export class FixHandler implements Handler<FixReviewInput, AppliedFixView> {
  constructor(
    @inject(RunStarter) private readonly starter: RunStarter,
    @inject(FixSources) private readonly sources: FixSources,
    @inject(FixOffer) private readonly offer: FixOffer,
  ) {}

  async run(input: FixReviewInput, context: Context): Promise<AppliedFixView> {
    const { path = '.', yes = false, run, ...request } = input;
    const { threshold } = request;
    if (run !== undefined) refuseWithRun(request);
    const { root, source } = await this.sources.at(path, context);
    const id = await (run === undefined
      ? this.starter.fix(source, request, context).then(({ reviewRunId }) => reviewRunId)
      : fixRun(run, context));
    const view = await this.offer.follow({ id, path, root, yes }, context);
    return gated(view, { threshold });
  }
}

const forNewRuns = {
  workspace: '--workspace',
  maxIterations: '--max-iterations',
  reviewPlugin: '--review-plugin',
} as const;

function refuseWithRun(others: Partial<Record<keyof typeof forNewRuns, unknown>>): void {
  for (const [field, flag] of Object.entries(forNewRuns))
    if (others[field as keyof typeof forNewRuns] !== undefined)
      throw usageError({ what: `--run takes the result of a run, and ${flag} is for a new one.` });
}

/** Throws a usage error for the id of a review. */
async function fixRun(id: string, { invoke }: Context): Promise<string> {
  const { type } = await invoke(showReview, { id });
  if (type === 'fix') return id;
  throw usageError({
    what: `${id} is a review, and a review changes no files.`,
    hint: 'Start a fix run with `svc review fix`.',
  });
}
