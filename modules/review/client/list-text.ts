import type { Page, Renderer } from 'svc-registry/kernel';
import type { ReviewRunListed } from '../contract/review-run-view.js';
import { scoreText } from './quality-text.js';
import { verdictWords } from './security-text.js';
import { subjectOf } from './texts.js';

export const reviewsText: Renderer<Page<ReviewRunListed>> = ({ data, next }, style) => {
  if (data.length === 0) return 'The workspace has no reviews. `svc review run` starts one.';
  const rows = data.map((run) => [
    resultOf(run),
    run.type,
    subjectOf(run),
    run.label ?? '',
    style.reader === 'agent' ? run.createdAt : style.time(run.createdAt),
    run.reviewRunId,
  ]);
  const table = style.table(['result', 'kind', 'subject', 'label', 'started', 'id'], rows);
  return next === null ? table : `${table}\n\n${style.dim('There are more: raise --limit.')}`;
};

function resultOf({
  type,
  status,
  verdict,
  overallSeverity,
  reviewScore,
}: ReviewRunListed): string {
  if (status !== 'completed') return status;
  if (type !== 'security') return scoreText(reviewScore);
  if (verdict === null) return status;
  const word = verdictWords[verdict];
  return overallSeverity === null ? word : `${word}, ${overallSeverity.toLowerCase()}`;
}
