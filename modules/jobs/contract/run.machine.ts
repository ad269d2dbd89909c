import { defineMachine } from 'svc-registry/kernel';

export const runStates = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];

export type RunEvent =
  | 'claimed'
  | 'completed'
  | 'failed'
  | 'triedAgain'
  | 'leaseExpired'
  | 'handedBack'
  | 'cancelled'
  | 'retried';

/** Where a piece of background work stands. Every module's runs are governed by it. */
export const runMachine = defineMachine<RunState, RunEvent>({
  id: 'jobs.run',
  summary: 'Where a piece of background work stands',
  initial: 'queued',
  states: {
    queued: 'waits for a process that has time for it',
    running: 'a process holds its lease and works on it',
    completed: 'done; its result is written',
    failed:
      'ended without a result: tried often enough, out of time, or not to be helped by trying again',
    cancelled: 'somebody did not want it any more',
  },
  events: {
    claimed: 'a process takes it: a new attempt begins',
    completed: 'the attempt ended well; in the same transaction its result is written',
    failed: 'the last attempt failed, it failed for good, or the time of the run is up',
    triedAgain: 'an attempt failed and another one may succeed',
    leaseExpired:
      'the process that held it has not renewed its lease: it died, or lost its database',
    handedBack: 'the process that held it is stopping; the attempt does not count',
    cancelled: 'it was asked to be cancelled, and nobody works on it any more',
    retried: 'a person asks for a failed run again: it has all its attempts once more',
  },
  transitions: [
    { from: 'queued', event: 'claimed', to: 'running' },
    { from: 'running', event: 'completed', to: 'completed' },
    { from: ['queued', 'running'], event: 'failed', to: 'failed' },
    { from: 'running', event: 'triedAgain', to: 'queued' },
    { from: 'running', event: 'leaseExpired', to: 'queued' },
    { from: 'running', event: 'handedBack', to: 'queued' },
    { from: ['queued', 'running'], event: 'cancelled', to: 'cancelled' },
    { from: 'failed', event: 'retried', to: 'queued' },
  ],
});

/** States that a run leaves by nobody's doing but a person's. */
export function isOver(state: RunState): boolean {
  return state === 'completed' || state === 'failed' || state === 'cancelled';
}
