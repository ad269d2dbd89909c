/** States and results of launches in words, as pages show them. */
import type { RunState } from '../../jobs/contract/run.machine.js';
import { toneOf, type Badge } from '../../web/contract/badges.js';
import type { ResultStatus } from './envelope.js';

const states: Readonly<Record<RunState, string>> = {
  queued: 'Waits for a worker',
  running: 'Runs',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const resultWords: Readonly<Record<ResultStatus, string>> = {
  succeeded: 'Succeeded',
  no_action: 'Nothing to do',
  needs_input: 'Asks a person',
  failed: 'Failed',
};

/** Where a launch stands, or what came of it: one that has been completed may have failed at what it was to do. */
export const outcomeBadge = ({
  status,
  result,
}: {
  readonly status: RunState;
  readonly result: { readonly status: ResultStatus } | null;
}): Badge =>
  status === 'completed' && result !== null
    ? { text: resultWords[result.status], tone: toneOf(result.status) }
    : { text: states[status], tone: toneOf(status) };
