import type { DrivenObject } from '../../../jobs/contract/db.js';
import { reviewRunMachine } from '../../contract/review-run.machine.js';
import type { RunJob } from './jobs.entity.js';
import { ReviewRun } from './review-run.entity.js';

/** The status of a run follows that of its job. */
export const drives: DrivenObject<RunJob> = {
  entity: ReviewRun,
  machine: reviewRunMachine,
  idOf: ({ reviewId }) => reviewId,
  events: {
    claimed: 'start',
    triedAgain: 'wait',
    leaseExpired: 'wait',
    handedBack: 'wait',
    completed: 'complete',
    failed: 'fail',
    cancelled: 'cancel',
    retried: 'retry',
  },
};
