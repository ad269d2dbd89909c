import type { EntityManager } from 'typeorm';
import type { UnitOfWork } from '../../../persistence/contract/db.js';
import type { QueueWork, RunQueue, RunRef } from '../queue.js';
import { aborted } from '../timers.js';

/**
 * The queue of the only process that uses the database: a list in memory. The sweep adds what is missing from it: at
 * the start all queued runs, later the ones whose delay is over.
 */
export class MemoryQueue implements RunQueue {
  /** In order of arrival. */
  readonly #waiting = new Map<string, RunRef>();
  #pump = (): void => undefined;

  constructor(private readonly unitOfWork: UnitOfWork) {}

  add(_manager: EntityManager, run: RunRef, delayMs: number): Promise<void> {
    if (delayMs <= 0) {
      this.unitOfWork.afterCommit(() => {
        this.#waiting.set(run.id, run);
        this.#pump();
      });
    }
    return Promise.resolve();
  }

  forgotten(runs: readonly RunRef[]): Promise<readonly RunRef[]> {
    return Promise.resolve(runs.filter(({ id }) => !this.#waiting.has(id)));
  }

  async work({ concurrency, signal, take }: QueueWork): Promise<void> {
    const running = new Set<Promise<void>>();
    this.#pump = () => {
      while (!signal.aborted && running.size < concurrency) {
        const next = this.#next();
        if (next === undefined) return;
        // a run that could not be taken stays queued in its row, where the next sweep finds it
        const taken = take(next)
          .catch(() => undefined)
          .then(() => {
            running.delete(taken);
            this.#pump();
          });
        running.add(taken);
      }
    };
    this.#pump();
    await aborted(signal);
    await Promise.all(running);
  }

  clean(): Promise<void> {
    return Promise.resolve();
  }

  #next(): RunRef | undefined {
    const [next] = this.#waiting.values();
    if (next !== undefined) this.#waiting.delete(next.id);
    return next;
  }
}
