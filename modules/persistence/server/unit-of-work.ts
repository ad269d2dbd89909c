import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';
import type { Log } from 'svc-registry/kernel';
import type { UnitOfWork } from '../contract/db.js';
import type { OpenEngine } from './database-engine.js';
import type { Transaction } from './transaction.js';
import { UnitScope } from './unit-scope.js';

type Work<T> = (manager: EntityManager) => Promise<T>;
type Action = () => Promise<void> | void;

interface Observer {
  readonly beforeCommit: Work<void>;
  /** Set when the observed work has ended, because units that it started may outlive it. */
  over: boolean;
}

/**
 * The unit of work that the running code belongs to. Both fields share one store, because on Node 20 each store slows
 * down every promise of the process.
 */
interface UnitContext {
  readonly scope?: UnitScope;
  readonly observers: readonly Observer[];
}

const outside: UnitContext = { observers: [] };

export class TransactionalUnitOfWork implements UnitOfWork {
  readonly #contexts = new AsyncLocalStorage<UnitContext>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(
    private readonly engine: Pick<OpenEngine, 'begin'>,
    private readonly log: Log,
  ) {}

  async run<T>(work: Work<T>): Promise<T> {
    const scope = this.#context.scope;
    if (scope !== undefined) return scope.join(work);
    const unit = this.#lead(work);
    const ended = unit.catch(() => undefined);
    this.#running.add(ended);
    try {
      return await unit;
    } finally {
      this.#running.delete(ended);
    }
  }

  afterCommit(action: Action): void {
    const scope = this.#context.scope;
    if (scope === undefined) {
      void this.#perform([action]);
      return;
    }
    scope.assertOpen();
    scope.afterCommit.push(action);
  }

  async observed<T>(beforeCommit: Work<void>, work: () => Promise<T>): Promise<T> {
    const observer: Observer = { beforeCommit, over: false };
    try {
      return await this.#contexts.run(
        { ...this.#context, observers: [...this.#context.observers, observer] },
        work,
      );
    } finally {
      observer.over = true;
    }
  }

  aside<T>(work: Work<T>): Promise<T> {
    return this.#contexts.run({ ...this.#context, observers: [] }, () => this.run(work));
  }

  get #context(): UnitContext {
    return this.#contexts.getStore() ?? outside;
  }

  /** Waits for all running units. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
    // on Node 20 a store slows down every promise of the process until it is disabled, also after it is forgotten
    this.#contexts.disable();
  }

  async #lead<T>(work: Work<T>): Promise<T> {
    const transaction = await this.engine.begin();
    const scope = new UnitScope(transaction.runner);
    let result: T;
    try {
      result = await this.#contexts.run({ ...this.#context, scope }, () =>
        this.#observe(scope, work),
      );
      await scope.complete();
      await transaction.commit();
    } catch (error) {
      await scope.abandon();
      await this.#rollBack(transaction);
      throw transaction.explain(error);
    } finally {
      await transaction.release();
    }
    await this.#perform(scope.afterCommit);
    return result;
  }

  async #observe<T>(scope: UnitScope, work: Work<T>): Promise<T> {
    const result = await work(scope.manager);
    if (!scope.wrote) return result;
    // the innermost observer runs first
    for (const observer of [...this.#context.observers].reverse()) {
      if (!observer.over) await observer.beforeCommit(scope.manager);
    }
    return result;
  }

  /** An error while rolling back must not hide its cause; after a full disk SQLite has already rolled back. */
  async #rollBack(transaction: Transaction): Promise<void> {
    try {
      await transaction.rollback();
    } catch (error) {
      this.log.debug({ error }, 'roll-back failed');
    }
  }

  /** The rows are already committed, so a failing action must not look like a failed unit. */
  async #perform(actions: readonly Action[]): Promise<void> {
    for (const action of actions) {
      try {
        await this.#contexts.exit(action);
      } catch (error) {
        this.log.error({ error }, 'an action after a commit failed');
      }
    }
  }
}
