import type { CellListed, CriterionScore } from '../contract/run-view.js';
import type { CellStatus, Contamination, ScoredBy, Variant } from '../contract/words.js';
import { percentOf, scoreOf } from './numbers.js';

export const variantWords: Readonly<Record<Variant, string>> = {
  baseline: 'Baseline',
  'with-context': 'With context',
};

export const scorerWords: Readonly<Record<ScoredBy, string>> = {
  check: 'a check',
  judge: 'the judge',
  person: 'a person',
};

const statusWords: Readonly<Record<Exclude<CellStatus, 'scored'>, string>> = {
  pending: 'waits',
  running: 'runs',
  unscored: 'not scored',
  void: 'void',
};

const contaminationWords: Readonly<Record<Contamination, string>> = {
  'baseline-saw-context': 'the agent saw the context, though it must not in the baseline',
  'context-not-seen': 'nothing shows that the agent saw the context',
};

/** How good a score is, for its colour; `none` for a cell that has none. */
export type Grade = 'good' | 'fair' | 'poor' | 'none';

/** The bounds at which scores change their colour everywhere. */
export function gradeOf(score: number | null): Grade {
  if (score === null) return 'none';
  if (score >= 0.8) return 'good';
  return score >= 0.5 ? 'fair' : 'poor';
}

/** A score, or how a cell without one stands. */
export function cellText({ status, score }: Pick<CellListed, 'status' | 'score'>): string {
  if (status !== 'scored') return statusWords[status];
  return score === null ? 'no score' : percentOf(score);
}

/** Why a cell does not count; `null` for one that does. */
export function voidReason({
  failure,
  contamination,
}: Pick<CellListed, 'failure' | 'contamination'>): string | null {
  const reasons = [
    ...(contamination === null ? [] : [`${contamination}: ${contaminationWords[contamination]}`]),
    ...(failure === null ? [] : [`${failure.class}: ${failure.message}`]),
  ];
  return reasons.length === 0 ? null : reasons.join('; ');
}

/** `2 of 5`, and what it was before a person changed it. */
export function pointsText({ score, maxScore, overridden }: CriterionScore): string {
  const changed = overridden === null ? '' : ` (was ${scoreOf(overridden)})`;
  return `${scoreOf(score)} of ${scoreOf(maxScore)}${changed}`;
}
