import {
  listRuns,
  type RunList,
  type RunRow,
  type RunRows,
  type RunRowsRequest,
  type RunState,
} from '../../../runs/contract/index.js';
import { listReviews } from '../../contract/operations.js';
import type { ReviewStatus } from '../../contract/review-run.machine.js';
import type { ReviewRunListed, ReviewType } from '../../contract/review-run-view.js';
import { nameOf } from './run-name.js';
import { scoreBadge, verdictBadges } from './words.js';

const states: Readonly<Record<ReviewStatus, RunState>> = {
  pending: 'waiting',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** The runs of one type in the list of all runs. */
abstract class ReviewRuns implements RunList {
  protected abstract readonly type: ReviewType;

  rows(request: RunRowsRequest): Promise<RunRows> {
    const { type } = this;
    return listRuns(request, {
      states,
      list: (input) => request.invoke(listReviews, { ...input, type }),
      rowOf,
    });
  }
}

export class SecurityReviews extends ReviewRuns {
  protected readonly type = 'security';
}

export class QualityReviews extends ReviewRuns {
  protected readonly type = 'quality';
}

export class Fixes extends ReviewRuns {
  protected readonly type = 'fix';
}

const rowOf = (run: ReviewRunListed) => ({
  id: run.reviewRunId,
  href: `/${run.type === 'fix' ? 'fixes' : 'reviews'}/${run.reviewRunId}`,
  name: nameOf(run),
  ...resultOf(run),
  startedAt: run.createdAt,
});

function resultOf(run: ReviewRunListed): Pick<RunRow, 'result' | 'tone'> {
  const { status, verdict, overallSeverity, reviewScore, failureReason } = run;
  if (status !== 'completed') return { result: failureReason ?? '' };
  const { text, tone } = verdict === null ? scoreBadge(reviewScore) : verdictBadges[verdict];
  const worst = overallSeverity === null ? '' : `, ${overallSeverity.toLowerCase()}`;
  return { result: text + worst, tone };
}
