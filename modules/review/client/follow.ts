import type { Context } from 'svc-registry/kernel';
import { followRun } from '../../jobs/contract/follow-run.js';
import type { RunState } from '../../jobs/contract/run.machine.js';
import { showReview } from '../contract/operations.js';
import type { ReviewRunView } from '../contract/review-run-view.js';

/** The run at its end, or as it is when the person stops waiting. `resume` is the command that follows it again. */
export function followReview(
  id: string,
  context: Context,
  resume = `svc review view ${id}`,
): Promise<ReviewRunView> {
  return followRun<ReviewRunView>(
    {
      look: (wait) => context.invoke(showReview, { id, wait }),
      runOf: ({ status, progress }) => ({ state: stateOf(status), progress }),
      resume,
    },
    context,
  );
}

const stateOf = (status: ReviewRunView['status']): RunState =>
  status === 'pending' ? 'queued' : status;
