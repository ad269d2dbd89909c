import { severities } from '../../registry/contract/scanners.js';
import type { FailOn } from '../contract/command-inputs.js';
import { isOver } from '../contract/review-run.machine.js';
import type { ReviewRunView } from '../contract/review-run-view.js';

/** What a run must pass. */
export interface Gate {
  /** For security reviews: the lowest severity that fails. */
  readonly failOn?: FailOn | undefined;
  /** For quality reviews and fix runs: the lowest score that passes. */
  readonly threshold?: number | undefined;
}

/**
 * The run with the outcome of `--fail-on` or `--threshold`. A run that ended without a result fails. A review of security fails with a finding of
 * that severity or a higher one that is not suppressed, and if it is undecided. A score fails if it is lower than the threshold; no score is lower
 * than every threshold but 0, with which nothing fails. A run that goes on has no outcome.
 */
export function gated<V extends ReviewRunView>(view: V, gate: Gate): V {
  const { failOn, threshold } = gate;
  if ((failOn === undefined && threshold === undefined) || !isOver(view.status)) return view;
  const passes =
    view.status === 'completed' &&
    (failOn === undefined || passesSeverity(view, failOn)) &&
    (threshold === undefined || passesThreshold(view, threshold));
  return Object.assign(view, { gate: passes ? ('pass' as const) : ('fail' as const) });
}

function passesSeverity({ security }: ReviewRunView, failOn: FailOn): boolean {
  if (security === null || security.verdict === 'error') return false;
  const { overallSeverity } = security;
  const least = severities.findIndex((severity) => severity.toLowerCase() === failOn);
  return overallSeverity === null || severities.indexOf(overallSeverity) < least;
}

function passesThreshold({ review, fix }: ReviewRunView, threshold: number): boolean {
  const score = review?.reviewScore ?? fix?.finalScore ?? null;
  return threshold === 0 || (score !== null && score >= threshold);
}
