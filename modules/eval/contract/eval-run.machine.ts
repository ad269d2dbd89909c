import { defineMachine } from 'svc-registry/kernel';

/** States of a run as it is stored; people see `pending` until it is over. */
export const evalStates = ['pending', 'running', 'completed', 'failed'] as const;
export type EvalState = (typeof evalStates)[number];

export type EvalEvent = 'start' | 'complete' | 'fail';

export const evalRunMachine = defineMachine<EvalState, EvalEvent>({
  id: 'eval.run',
  summary: 'States of an evaluation',
  initial: 'pending',
  states: {
    pending: 'what its scenarios begin with is fetched',
    running: 'its cells are worked on',
    completed: 'every cell has ended, and at least one counts',
    failed: 'it was cancelled or could not go on, or no cell counts',
  },
  events: {
    start: 'its cells are queued',
    complete: 'its last cell has ended',
    fail: 'it is cancelled, cannot go on, or has no cell that counts',
  },
  transitions: [
    { from: 'pending', event: 'start', to: 'running' },
    { from: ['pending', 'running'], event: 'complete', to: 'completed' },
    { from: ['pending', 'running'], event: 'fail', to: 'failed' },
  ],
});
