import type { EntityManager, QueryRunner } from 'typeorm';
import { interceptQueries } from './translating-data-source.js';

const WRITES = /^\s*(INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i;

/** A running unit of work: runs its statements one after the other and remembers the first failure. */
export class UnitScope {
  readonly manager: EntityManager;
  readonly afterCommit: (() => Promise<void> | void)[] = [];
  /** Whether a statement that changes rows was issued. */
  wrote = false;
  #open = true;
  #failure: { readonly error: unknown } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(runner: QueryRunner) {
    this.manager = runner.manager;
    interceptQueries(runner, (run, { text }) => {
      if (WRITES.test(text)) this.wrote = true;
      return this.#inTurn(run);
    });
  }

  async join<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    this.assertOpen();
    try {
      return await work(this.manager);
    } catch (error) {
      this.#doom(error);
      throw error;
    }
  }

  /** Waits for all issued statements; throws the first failure, even if the work swallowed it. */
  async complete(): Promise<void> {
    await this.#last;
    this.#open = false;
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Refuses queued statements and waits for the running one. */
  async abandon(): Promise<void> {
    this.#open = false;
    await this.#last;
  }

  assertOpen(): void {
    if (this.#open) return;
    throw new Error(
      'This unit of work has ended. Await everything inside `run`, and start work that outlasts it with `afterCommit`.',
    );
  }

  #inTurn(run: () => Promise<unknown>): Promise<unknown> {
    const turn = this.#last.then(() => {
      this.assertOpen();
      return run();
    });
    this.#last = turn.catch((error: unknown) => {
      this.#doom(error);
    });
    return turn;
  }

  #doom(error: unknown): void {
    this.#failure ??= { error };
  }
}
