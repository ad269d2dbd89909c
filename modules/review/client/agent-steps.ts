/** What an agent should do next, in the words of the tools. */
import type { AgentReviewView, StartedRunView } from '../contract/applied-fix-view.js';
import { isOver } from '../contract/review-run.machine.js';
import type { ReviewRunView } from '../contract/review-run-view.js';

type Shown = ReviewRunView & Pick<AgentReviewView, 'written'>;

export const withNextStep = (view: Shown): AgentReviewView =>
  Object.assign(view, { nextStep: nextStep(view) });

/** A run that was just started. */
export function startedRun({ reviewRunId, type, status }: ReviewRunView): StartedRunView {
  const nextStep = isOver(status)
    ? `The same content has a result already: call review_view with runId ${reviewRunId}.`
    : lookAgain(reviewRunId);
  return { reviewRunId, type, status, nextStep };
}

const lookAgain = (id: string): string =>
  `Call review_view with runId ${id} again in 5 to 10 seconds, until status is completed, failed or cancelled.`;

function nextStep(view: Shown): string {
  const { status, reviewRunId: id, type } = view;
  if (!isOver(status)) return lookAgain(id);
  if (status === 'failed')
    return `\`svc review retry ${id}\` tries it again; \`failureReason\` says why it failed.`;
  if (status === 'cancelled')
    return `Start another run with ${type === 'fix' ? 'review_fix' : 'review_run'}.`;
  return { security: afterSecurity, quality: afterQuality, fix: afterFix }[type](view);
}

function afterSecurity({ security }: Shown): string {
  if (security?.findings.length === 0 && security.verdict === 'pass')
    return 'Nothing was found; there is nothing to do.';
  return 'Tell the user the verdict and the worst findings with file and line. Each finding has a `fix`; change files only if the user wants it.';
}

function afterQuality({ review }: Shown): string {
  const skills = review?.skills ?? [];
  if (review?.reviewScore === null)
    return 'There is no score because a check is an error. Tell the user these checks with file, line and the corrected text. If the user wants it, correct the files and call review_run again.';
  const isBest = skills.every(
    ({ validation, judges }) =>
      validation.warningCount === 0 &&
      Object.values(judges).every(({ evaluation }) => evaluation.suggestions.length === 0),
  );
  if (isBest) return 'Tell the user the score; there is nothing to improve.';
  return 'Tell the user the score and what raises the lowest scores: each dimension has `suggestion` and `suggestionAt`. Change files only if the user wants it; review_fix proposes changes to one skill and writes nothing.';
}

function afterFix({ reviewRunId: id, fix, written }: Shown): string {
  if (written !== undefined && written.length > 0)
    return 'The files in `written` were changed. Tell the user `summaryOfChanges` and the scores, so that they can look at the changes.';
  if (written !== undefined)
    return 'The folder has these changes already; nothing was written. Tell the user the scores.';
  if (fix?.files.every(({ before, after }) => before === after) ?? true)
    return 'Nothing was improved; `summaryOfChanges` says why. There is nothing to apply.';
  return `Nothing is written yet. Tell the user the scores and \`summaryOfChanges\`, and ask. If they agree, call review_view with runId ${id}, apply true and path the folder that was improved.`;
}
