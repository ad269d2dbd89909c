import { counted } from '../../../../toolbox/plural.js';
import { progressText } from '../../../jobs/contract/progress-text.js';
import {
  knownFact,
  shownTime,
  timeTaken,
  type Badge,
  type Fact,
  type RunHead,
} from '../../../web/contract/index.js';
import { isOver } from '../../contract/review-run.machine.js';
import type { ReviewRunView, SecurityResult } from '../../contract/review-run-view.js';
import { nameOf, subjectName } from './run-name.js';
import { countsText } from './security-part.js';
import { scoreBadge, statusBadges, typeWords, verdictBadges } from './words.js';

/** The address of a review or fix run. */
export const pathOf = ({ type, reviewRunId }: Pick<ReviewRunView, 'type' | 'reviewRunId'>) =>
  `/${type === 'fix' ? 'fixes' : 'reviews'}/${reviewRunId}`;

export function headOf(run: ReviewRunView): RunHead {
  const over = isOver(run.status);
  const kind = typeWords[run.type];
  return {
    kind,
    name: nameOf(run),
    workspace: run.workspace,
    above: [],
    state: badgeOf(run),
    lead: over ? leadOf(run) : progressText(run.progress),
    goesOn: !over,
    over,
    facts: factsOf(run),
    cancel: over ? null : [`Cancel the ${kind.toLowerCase()}`, `${pathOf(run)}/cancel`],
  };
}

function badgeOf({ status, security, review, fix }: ReviewRunView): Badge {
  if (status !== 'completed') return statusBadges[status];
  if (security !== null) return verdictBadges[security.verdict];
  return scoreBadge(review === null ? (fix?.finalScore ?? null) : review.reviewScore);
}

function leadOf({ security, review, fix }: ReviewRunView): string {
  if (security !== null) return foundText(security);
  if (review !== null && review.skills.length > 1)
    return `The score is the mean of ${counted(review.skills.length, 'skill')}, rounded down.`;
  return fix?.summaryOfChanges ?? '';
}

function foundText({ findings, files }: SecurityResult): string {
  const counts: Record<string, number> = {};
  for (const { severity, suppressed } of findings)
    if (suppressed === null) counts[severity] = (counts[severity] ?? 0) + 1;
  const found = countsText(counts);
  const what = found === '' ? 'Nothing was found' : `Found: ${found}`;
  return `${what} in ${counted(files.length, 'file')}.`;
}

function factsOf(run: ReviewRunView): readonly Fact[] {
  const { createdAt, startedAt, finishedAt, engine, label } = run;
  const took = startedAt === null || finishedAt === null ? null : timeTaken(startedAt, finishedAt);
  return [
    ...knownFact('Of', label === null ? null : subjectName(run)),
    ['Requested', shownTime(createdAt)],
    ...knownFact('Took', took),
    ...knownFact('Model', engine?.model),
    ...knownFact('Engine', engine === null ? null : `${engine.name} ${engine.version}`),
  ];
}
