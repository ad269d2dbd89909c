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
    queued: 'waits for a free process',
    running: 'a process holds its lease and works on it',
    completed: 'done; its result is written',
    failed:
      'ended without a result: no attempts left, out of time, or an error that a retry cannot help',
    cancelled: 'cancelled on request',
  },
  events: {
    claimed: 'a process takes it: a new attempt begins',
    completed: 'the attempt ended well; in the same transaction its result is written',
    failed: 'the last attempt failed, it failed finally, or the time of the run is up',
    triedAgain: 'an attempt failed and another one may succeed',
    leaseExpired:
      'the process that held it has not renewed its lease: it died, or lost its database',
    handedBack: 'the process that held it is stopping; the attempt does not count',
    cancelled: 'its cancellation was requested, and no process works on it any more',
    retried: 'a person retries a failed run: all its attempts are available again',
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

/** States that only a person's retry can change. */
export function isOver(state: RunState): boolean {
  return state === 'completed' || state === 'failed' || state === 'cancelled';
}
