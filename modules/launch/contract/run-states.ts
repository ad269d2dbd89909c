import type { RunState as JobState } from '../../jobs/contract/run.machine.js';
import type { RunState } from '../../runs/contract/index.js';

/** The states of launches in the list of all runs. */
export const runStates: Readonly<Record<JobState, RunState>> = {
  queued: 'waiting',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};
