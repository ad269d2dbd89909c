import type { CriterionScore } from '../contract/run-view.js';

/** The points that are awarded, of those that there are. Exact: nothing is rounded before it is shown. */
export function shareOf(results: readonly CriterionScore[]): number {
  const most = results.reduce((sum, { maxScore }) => sum + maxScore, 0);
  return most === 0 ? 0 : results.reduce((sum, { score }) => sum + score, 0) / most;
}
