import { serviceKey } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';

/** A run, wherever its row is. */
export interface RunRef {
  readonly kind: string;
  readonly id: string;
}

export interface QueueWork {
  readonly kinds: readonly string[];
  /** How many runs are worked on at once. */
  readonly concurrency: number;
  /** Aborts when no more runs are to be taken. */
  readonly signal: AbortSignal;
  /** Works on a run, if it still waits, until it ends or is handed back. Throws only when the run has to be given out again. */
  readonly take: (run: RunRef) => Promise<void>;
}

/**
 * Tells processes which runs wait. It carries ids and nothing else: whether a run is taken, by whom and for how long is in
 * the run's own row, so a queue may forget a run or give it out twice.
 */
export interface RunQueue {
  /** In the unit of work that makes the run wait: gives it out once that has committed and the delay is over. */
  add(manager: EntityManager, run: RunRef, delayMs: number): Promise<void>;
  /** Of these runs, whose time has come, the ones that it would not give out. */
  forgotten(runs: readonly RunRef[]): Promise<readonly RunRef[]>;
  /** Gives out runs until the signal aborts; resolves when the last one has been dealt with. */
  work(options: QueueWork): Promise<void>;
  /** Removes what is of no use any more. Once a day. */
  clean(): Promise<void>;
}

export const runQueueKey = serviceKey<RunQueue>('jobs.queue');
