/** A run as text for people: the result first, the next step last. */
import type { Renderer, TextStyle } from 'svc-registry/kernel';
import type { AppliedFixView } from '../contract/applied-fix-view.js';
import { isOver } from '../contract/review-run.machine.js';
import type { ReviewRunSummary, ReviewRunView } from '../contract/review-run-view.js';
import { fixHead, fixLines, nextAfterFix } from './fix-text.js';
import { nextAfterQuality, qualityHead, qualityLines } from './quality-text.js';
import {
  nextAfterSecurity,
  securityHead,
  securityLines,
  securitySummary,
} from './security-text.js';

/** The parts of the text that depend on the kind of run. */
interface Parts {
  /** The result in a word. */
  readonly head: string;
  /** The lines that follow it, down to the id. */
  readonly summary: readonly string[];
  readonly lines: readonly string[];
  readonly next: string | undefined;
}

export const subjectOf = ({ subject }: ReviewRunSummary): string =>
  subject.type === 'skill' ? subject.name : subject.tileRef;

/** Of every kind of run; what was or would be written belongs to fix runs only. */
export const reviewText: Renderer<ReviewRunView & Partial<AppliedFixView>> = (view, style) => {
  const { head, summary, lines, next } = partsOf(view, style);
  const label = view.label === null ? '' : `  ${view.label}`;
  return [
    `${head}  ${style.bold(subjectOf(view))}${label}`,
    ...summary,
    style.dim(idLine(view)),
    ...lines,
    ...gateLines(view, style),
    ...(next === undefined ? [] : ['', `${style.bold('Next:')} ${next}`]),
  ].join('\n');
};

function partsOf(view: ReviewRunView & Partial<AppliedFixView>, style: TextStyle): Parts {
  const { status, security, review, fix } = view;
  if (security !== null)
    return {
      head: securityHead(security, style),
      summary: [securitySummary(security)],
      lines: securityLines(security, style),
      next: nextAfterSecurity(security),
    };
  if (review !== null)
    return {
      head: qualityHead(review, style),
      ...qualityLines(view, review, style),
      next: nextAfterQuality(review),
    };
  if (fix !== null && status === 'completed')
    return {
      head: fixHead(fix, style),
      ...fixLines(fix, view, style),
      next: nextAfterFix(fix, view),
    };
  return {
    head: status === 'failed' ? style.red(status) : status,
    summary: failureLines(view),
    lines: [],
    next: nextWithoutResult(view),
  };
}

function idLine({ type, reviewRunId, reusedFromReviewRunId: reused }: ReviewRunView): string {
  const same = reused === null ? '' : `, with the result of ${reused} for the same content`;
  return `${type === 'fix' ? 'Fix run' : 'Review'} ${reviewRunId}${same}`;
}

const failureLines = ({ status, failureReason }: ReviewRunView): string[] =>
  status === 'failed' ? [failureReason ?? 'The reason is not known.'] : [];

function gateLines({ type, gate }: ReviewRunView, style: TextStyle): string[] {
  if (gate !== 'fail') return [];
  const what = type === 'fix' ? 'fix run' : 'review';
  const flag = type === 'security' ? '--fail-on' : '--threshold';
  return ['', style.red(`The ${what} does not pass ${flag}.`)];
}

function nextWithoutResult(view: ReviewRunView & Partial<AppliedFixView>): string | undefined {
  const { status, reviewRunId, applyWith } = view;
  if (status === 'failed') return `svc review retry ${reviewRunId}`;
  return isOver(status) ? undefined : (applyWith ?? `svc review view ${reviewRunId}`);
}
