import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { retryRun, showReview } from '../../contract/operations.js';
import type { ReviewRunView } from '../../contract/review-run-view.js';
import { reviewedPlugin } from './plugin-link.js';
import { qualityPart } from './quality-part.js';
import { headOf, pathOf } from './review-head.js';
import { capabilitiesPart, findingsPart } from './security-part.js';

const template = new URL('review.njk', import.meta.url);

/** Shows a review: how it stands, what it has found, and where its points come from. */
export class ReviewPage implements Page<'id'> {
  async get({ params, query, invoke }: PageRequest<'id'>) {
    const run = await invoke(showReview, { id: params.id });
    if (run.type === 'fix') return redirect(pathOf(run));
    const plugin = await reviewedPlugin(run, invoke);
    return view(template, {
      id: run.reviewRunId,
      run: headOf(run),
      plugin: plugin.href,
      failed: run.status === 'failed',
      failure: run.failureReason,
      reusedFrom: run.reusedFromReviewRunId,
      ...partsOf(run, { links: plugin.files, query }),
    });
  }

  async post({ params, invoke }: PageRequest<'id'>) {
    const run = await invoke(retryRun, { id: params.id });
    return redirect(pathOf(run), { notice: 'The review has been started again.' });
  }
}

const partsOf = (
  { security, review }: ReviewRunView,
  shown: Parameters<typeof qualityPart>[1],
) => ({
  findings: security && findingsPart(security, shown.links),
  capabilities: security && capabilitiesPart(security.capabilities, shown.links),
  quality: review && qualityPart(review, shown),
});
