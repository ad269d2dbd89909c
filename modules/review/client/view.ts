import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { ViewReviewInput } from '../contract/command-inputs.js';
import { reviewNotCompleted } from '../contract/errors.js';
import { downloadSarif, showReview } from '../contract/operations.js';
import type { ReviewRunView, ReviewType } from '../contract/review-run-view.js';
import { ChosenReviews } from './chosen.js';
import { followReview } from './follow.js';
import { gated } from './gate.js';

const words: Readonly<Record<ReviewType, string>> = {
  quality: 'quality review',
  security: 'security review',
  fix: 'fix run',
};

type Flags = { readonly [F in 'threshold' | 'failOn' | 'sarif']: ViewReviewInput[F] | undefined };

@injectable()
export class ViewHandler implements Handler<ViewReviewInput, ReviewRunView> {
  constructor(@inject(ChosenReviews) private readonly chosen: ChosenReviews) {}

  async run(input: ViewReviewInput, context: Context): Promise<ReviewRunView> {
    const { threshold, failOn, sarif = false, ...choice } = input;
    const kind = kindFor({ threshold, failOn, sarif });
    const id = await this.chosen.idOf(choice, context);
    // before waiting for the end of a run whose kind makes no sense
    if (kind !== undefined) refuseOther(kind, await context.invoke(showReview, { id }));
    const view = await followReview(id, context);
    const shown = gated(view, { failOn, threshold });
    if (!sarif) return shown;
    if (view.security === null) throw reviewNotCompleted({ id, status: view.status });
    const { status, gate } = shown;
    // the file is printed instead of the review, with the same exit code
    return { ...(await context.invoke(downloadSarif, { id })), status, gate } as never;
  }
}

interface KindNeeded {
  readonly flag: string;
  readonly type: ReviewType;
}

/** The kind of review that the flags are for. */
function kindFor({ threshold, failOn, sarif }: Flags): KindNeeded | undefined {
  const needed: KindNeeded[] = [];
  if (threshold !== undefined) needed.push({ flag: '--threshold', type: 'quality' });
  if (failOn !== undefined) needed.push({ flag: '--fail-on', type: 'security' });
  if (sarif === true) needed.push({ flag: '--sarif', type: 'security' });
  const [first, ...others] = needed;
  const other = others.find(({ type }) => type !== first?.type);
  if (first !== undefined && other !== undefined)
    throw usageError({
      what: `${first.flag} is for ${words[first.type]}s and ${other.flag} for ${words[other.type]}s: they exclude each other.`,
    });
  return first;
}

function refuseOther({ flag, type }: KindNeeded, view: ReviewRunView): void {
  if (view.type !== type)
    throw usageError({ what: `${flag} is for ${words[type]}s; this is a ${words[view.type]}.` });
}
