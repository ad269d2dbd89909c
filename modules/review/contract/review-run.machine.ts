import { defineMachine } from 'svc-registry/kernel';

/** `completed`, `failed` and `cancelled` are final (specification, "States and transitions"), except that a failed review may be retried. */
export const reviewStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled'] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

export type ReviewEvent = 'start' | 'wait' | 'complete' | 'reuse' | 'fail' | 'cancel' | 'retry';

export const reviewRunMachine = defineMachine<ReviewStatus, ReviewEvent>({
  id: 'review.run',
  summary: 'States of a review',
  initial: 'pending',
  states: {
    pending: 'waits for a free process',
    running: 'a process works on it',
    completed: 'its result is available',
    failed: 'ended without a result',
    cancelled: 'cancelled on request',
  },
  events: {
    start: 'a process takes it',
    wait: 'the process has stopped, or another attempt follows',
    complete: 'the result is written',
    reuse: 'the workspace has a result for the same content already',
    fail: 'no attempt is left, or another one would not help',
    cancel: 'a person or program cancels it',
    retry: 'a person or program asks for another attempt',
  },
  transitions: [
    { from: 'pending', event: 'start', to: 'running' },
    { from: 'running', event: 'wait', to: 'pending' },
    { from: ['pending', 'running'], event: 'complete', to: 'completed' },
    { from: 'pending', event: 'reuse', to: 'completed' },
    { from: ['pending', 'running'], event: 'fail', to: 'failed' },
    { from: ['pending', 'running'], event: 'cancel', to: 'cancelled' },
    { from: 'failed', event: 'retry', to: 'pending' },
  ],
});

/** Whether a run has ended. */
export const isOver = (status: ReviewStatus): boolean =>
  status !== 'pending' && status !== 'running';
