import { serviceKey } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import type { Kind } from './kinds.js';

/** Identifies a run. */
export interface RunRef {
  readonly kind: string;
  readonly id: string;
}

export interface QueueWork {
  readonly kinds: readonly Kind[];
  /** How many runs are executed at once. */
  readonly concurrency: number;
  /** Aborts when no more runs should be taken. */
  readonly signal: AbortSignal;
  /** Executes a run that is still queued, until it ends or is returned to the queue. Throws only when the run must be delivered again. */
  readonly take: (run: RunRef) => Promise<void>;
}

/**
 * Delivers queued runs to processes. A queue carries only ids. The run's own row says whether, by whom and for how long
 * the run is taken, so a queue may lose a run or deliver it twice.
 */
export interface RunQueue {
  /** Call in the unit of work that queues the run. The run is delivered after the commit and the delay. */
  add(manager: EntityManager, run: RunRef, delayMs: number): Promise<void>;
  /** The runs among these due ones that the queue would not deliver. */
  forgotten(runs: readonly RunRef[]): Promise<readonly RunRef[]>;
  /** Delivers runs until the signal aborts; resolves when the last one has ended. */
  work(options: QueueWork): Promise<void>;
  /** Removes obsolete entries. Called once a day. */
  clean(): Promise<void>;
}

/** The queue of the default lane. */
export const runQueueKey = serviceKey<RunQueue>('jobs.queue');
