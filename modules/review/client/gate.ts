import { severities } from '../../registry/contract/scanners.js';
import type { FailOn } from '../contract/command-inputs.js';
import type { ReviewRunView } from '../contract/review-run-view.js';

/**
 * The review with the outcome of `--fail-on`. It fails with a finding of that severity or a higher one that is not suppressed, with an undecided
 * review, and without a result.
 */
export function gated(view: ReviewRunView, failOn: FailOn | undefined): ReviewRunView {
  if (failOn === undefined) return view;
  return Object.assign(view, {
    gate: passes(view, failOn) ? ('pass' as const) : ('fail' as const),
  });
}

function passes({ security }: ReviewRunView, failOn: FailOn): boolean {
  if (security === null || security.verdict === 'error') return false;
  const { overallSeverity } = security;
  const least = severities.findIndex((severity) => severity.toLowerCase() === failOn);
  return overallSeverity === null || severities.indexOf(overallSeverity) < least;
}
