import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { unitOfWorkKey, type UnitOfWork } from '../../persistence/contract/db.js';
import { postgresPoolKey } from '../../persistence/contract/db/postgres-pool.js';
import type { GraphileParts } from './postgres/graphile-queue.js';
import type { RunQueue } from './queue.js';
import { timersKey, type Timers } from './timers.js';

/** The queue for the database's engine, chosen and prepared when the module starts. */
@injectable()
export class EngineQueue {
  #queue: RunQueue | undefined;

  constructor(
    @inject(postgresPoolKey) private readonly pool: GraphileParts['pool'] | undefined,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(timersKey) private readonly timers: Timers,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  get queue(): RunQueue {
    if (this.#queue === undefined)
      throw new Error('The queue is not open: list "jobs" in the module\'s `requires`.');
    return this.#queue;
  }

  async open(): Promise<void> {
    const { pool, timers } = this;
    if (pool === undefined) {
      const { MemoryQueue } = await import('./sqlite/memory-queue.js');
      this.#queue = new MemoryQueue(this.unitOfWork);
      return;
    }
    const { GraphileQueue } = await import('./postgres/graphile-queue.js');
    this.#queue = await GraphileQueue.open({ pool, timers, log: this.host.log });
  }
}
