import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { Attempt } from '../../../jobs/contract/db.js';
import type { BundleFile } from '../../engine/analyse.js';
import { forbiddenChange, refusalOf, type JudgedFiles } from '../../quality/fixes/acceptable.js';
import { optimise, type Optimised } from '../../quality/fixes/optimise.js';
import { Reviewers } from '../quality/reviewers.js';
import { iterationsOf } from '../runs/prices.js';
import type { ReviewRun } from '../runs/review-run.entity.js';
import { Improver } from './improver.js';
import { SkillReviews, type ScoredBy, type SkillReview } from './skill-reviews.js';

type Files = readonly BundleFile[];
type Run = Pick<ReviewRun, 'workspaceId' | 'model' | 'reviewerSha256' | 'fix'>;

/** Tokens that the improving model may use in one run; those of the judge come on top. */
const TOKENS = 2_000_000;

const NOTHING_SAFE =
  'Nothing was changed: no fix applies that needs no judgement. With a language model the texts themselves can be improved.';
const NOTHING_PROPOSED = 'Nothing was changed: the language model proposed no change.';

/** Improves the only skill of a bundle as a run asks for it. */
@injectable()
export class FixLoop {
  constructor(
    @inject(SkillReviews) private readonly reviews: SkillReviews,
    @inject(Improver) private readonly improver: Improver,
    @inject(Reviewers) private readonly reviewers: Reviewers,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Throws the errors of `Analyser` and `Models`, and the signal's reason as soon as it is aborted. */
  async improve(
    files: Files,
    run: Run,
    { signal, progress }: Attempt,
  ): Promise<Optimised<Files, SkillReview>> {
    const { workspaceId, model, fix } = run;
    const { threshold, maxIterations } = fix ?? { threshold: 0, maxIterations: 0 };
    const most = iterationsOf(maxIterations, model);
    const report = (text: string, done: number): Promise<void> =>
      progress({ text: `the skill: ${text}`, phase: 'Improving', done, total: Math.max(most, 1) });
    await report('reviewing it as it is', 0);
    const by = await this.#scoredBy(run);
    const budget = { tokens: TOKENS, used: 0 };
    let baseline: JudgedFiles | undefined;
    return optimise<Files, SkillReview>({
      baseline: files,
      threshold,
      maxIterations: most,
      signal,
      review: async (candidate) => {
        const review = await this.reviews.review(candidate, by, {
          signal,
          ...(baseline && { baseline }),
        });
        baseline ??= { files, ...review };
        return review;
      },
      improve: async (attempt) => {
        const improved = await this.improver.improve(attempt, { workspaceId, model, budget });
        this.host.fault?.('review.candidate-made');
        return improved;
      },
      forbidden: (before, after) =>
        forbiddenChange(before.files, after, before.review.quality.path),
      refusal: (before, after) =>
        refusalOf(judged(before), judged(after), before.review.quality.path),
      nothingToImprove: model === null ? NOTHING_SAFE : NOTHING_PROPOSED,
      progress: async ({ iteration }, best) => {
        this.host.fault?.('review.iteration-done');
        await report(`iteration ${iteration} of ${most}, best score ${best ?? 'none'}`, iteration);
      },
    });
  }

  async #scoredBy(run: Run): Promise<ScoredBy> {
    const { workspaceId, model } = run;
    const judge = model === null ? null : { model, reviewer: await this.reviewers.ofRun(run) };
    return { workspaceId, judge };
  }
}

const judged = ({ files, review }: { readonly files: Files; readonly review: SkillReview }) => ({
  files,
  quality: review.quality,
  security: review.security,
});
