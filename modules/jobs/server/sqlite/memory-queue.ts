import type { EntityManager } from 'typeorm';
import type { UnitOfWork } from '../../../persistence/contract/db.js';
import type { QueueWork, RunQueue, RunRef } from '../queue.js';
import { aborted } from '../timers.js';

/**
 * The queue of the one process that has the database: a list in memory. What it does not know, the sweep tells it: at the
 * start every run that waits, later those that were to wait for a while.
 */
export class MemoryQueue implements RunQueue {
  /** In the order in which they came. */
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
        // what could not be taken still waits in its row, and the next sweep finds it there
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
