import {
  hostKey,
  type BackgroundOptions,
  type BackgroundWork,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { attemptInterrupted } from '../contract/errors.js';
import { Kinds, type Lane } from './kinds.js';
import type { RunRef } from './queue.js';
import { Queues } from './queues.js';
import { idleWorker, jobsSettingsKey, type JobsSettings } from './settings.js';
import { afterAbort, repeat, timersKey, type Timers } from './timers.js';
import { Performer } from './worker/performer.js';
import { Sweeper } from './worker/sweeper.js';

const SWEEP_MS = 15_000;
/** How long, in milliseconds, interrupted runs may take to be handed back. After that the process exits without waiting for them. */
const HAND_BACK_MS = 4_000;

const lanes: readonly Lane[] = ['default', 'long', 'apart'];

/** Executes runs, up to the configured number of each lane at once, and recovers abandoned ones. */
@injectable()
export class JobsInBackground implements BackgroundWork {
  constructor(
    @inject(Queues) private readonly queues: Queues,
    @inject(Sweeper) private readonly sweeper: Sweeper,
    @inject(Performer) private readonly performer: Performer,
    @inject(Kinds) private readonly kinds: Kinds,
    @inject(jobsSettingsKey) private readonly settings: JobsSettings,
    @inject(timersKey) private readonly timers: Timers,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ signal, dedicated }: BackgroundOptions): Promise<void> {
    const { concurrency, drainSeconds } = this.settings;
    if (dedicated && lanes.every((lane) => concurrency[lane] === 0)) throw idleWorker();
    if (this.database.engine === 'sqlite') await this.sweeper.takeOver();
    const { timers } = this;
    const sweeping = repeat(() => this.sweeper.sweep(), { timers, ms: SWEEP_MS, signal });
    const drainMs = drainSeconds * 1000;
    signal.addEventListener('abort', () => {
      const runs = this.performer.count;
      if (runs > 0) this.host.log.info({ runs, drainSeconds }, 'runs may go on before the end');
    });
    const drain = afterAbort({ timers, ms: drainMs, signal });
    void drain.passed.then(() => {
      this.performer.interrupt('stopping');
    });
    // a database that does not respond must not block the exit: runs that are still held are
    // recovered when their leases expire
    const exitLimit = afterAbort({ timers, ms: drainMs + HAND_BACK_MS, signal });
    const working = lanes.map((lane) => this.#work(lane, signal));
    await Promise.race([Promise.all([sweeping, ...working]), exitLimit.passed]);
    drain.clear();
    exitLimit.clear();
  }

  async #work(lane: Lane, signal: AbortSignal): Promise<void> {
    const concurrency = this.settings.concurrency[lane];
    const kinds = (await this.kinds.all()).filter(({ settings }) => settings.lane === lane);
    const [first] = kinds;
    if (concurrency === 0 || first === undefined) return;
    const take = (run: RunRef): Promise<void> => this.#take(run, signal);
    await this.queues.of(first).work({ kinds, concurrency, signal, take });
  }

  async #take(run: RunRef, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw attemptInterrupted({ why: 'this process is stopping' });
    await this.performer.take(run);
  }
}
