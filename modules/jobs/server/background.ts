import type { BackgroundOptions, BackgroundWork } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { attemptInterrupted } from '../contract/errors.js';
import { Kinds } from './kinds.js';
import { runQueueKey, type RunQueue, type RunRef } from './queue.js';
import { idleWorker, jobsSettingsKey, type JobsSettings } from './settings.js';
import { afterAbort, repeat, timersKey, type Timers } from './timers.js';
import { Performer } from './worker/performer.js';
import { Sweeper } from './worker/sweeper.js';

const SWEEP_MS = 15_000;
/** How long, in milliseconds, runs may continue while the process shuts down before they are interrupted and returned to the queue. */
const RUN_LIMIT_MS = 5_000;
/** After that the process exits without waiting for its runs. */
const EXIT_LIMIT_MS = 9_000;

/** Executes runs, up to the configured number at once, and recovers abandoned ones. */
@injectable()
export class JobsInBackground implements BackgroundWork {
  constructor(
    @inject(runQueueKey) private readonly queue: RunQueue,
    @inject(Sweeper) private readonly sweeper: Sweeper,
    @inject(Performer) private readonly performer: Performer,
    @inject(Kinds) private readonly kinds: Kinds,
    @inject(jobsSettingsKey) private readonly settings: JobsSettings,
    @inject(timersKey) private readonly timers: Timers,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
  ) {}

  async run({ signal, dedicated }: BackgroundOptions): Promise<void> {
    if (dedicated && this.settings.concurrency === 0) throw idleWorker();
    if (this.database.engine === 'sqlite') await this.sweeper.takeOver();
    const { timers } = this;
    const sweeping = repeat(() => this.sweeper.sweep(), { timers, ms: SWEEP_MS, signal });
    const runLimit = afterAbort({ timers, ms: RUN_LIMIT_MS, signal });
    void runLimit.passed.then(() => {
      this.performer.interrupt('stopping');
    });
    // a database that does not respond must not block the exit: runs that are still held are
    // recovered when their leases expire
    const exitLimit = afterAbort({ timers, ms: EXIT_LIMIT_MS, signal });
    await Promise.race([Promise.all([sweeping, this.#work(signal)]), exitLimit.passed]);
    runLimit.clear();
    exitLimit.clear();
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { concurrency } = this.settings;
    const kinds = (await this.kinds.all()).map(({ id }) => id);
    if (concurrency === 0 || kinds.length === 0) return;
    await this.queue.work({ kinds, concurrency, signal, take: (run) => this.#take(run, signal) });
  }

  async #take(run: RunRef, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw attemptInterrupted({ why: 'this process is stopping' });
    await this.performer.take(run);
  }
}
