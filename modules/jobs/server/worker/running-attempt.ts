import type { HostInfo } from 'svc-registry/kernel';
import { latestEnd } from '../../../persistence/contract/db.js';
import type { Attempt } from '../../contract/db.js';
import { leaseLost } from '../../contract/errors.js';
import { interruptionError, unrepeatable, type Interruption, type Outcome } from '../ending.js';
import { later, type Runs, type SeenRun } from '../runs.js';
import { repeat, type Timers } from '../timers.js';

/** How often, in milliseconds, a process checks whether its run is still wanted. */
const LOOK_MS = 2_000;
/** How long interrupted work may take to stop, in milliseconds, before the process no longer waits for it. */
const NOTICE_MS = 3_000;

export interface AttemptTools {
  readonly runs: Runs;
  readonly timers: Timers;
  readonly host: Pick<HostInfo, 'clock' | 'log'>;
}

/** An attempt that runs in this process: renews its lease, and interrupts its work when the result is no longer needed. */
export class RunningAttempt implements Attempt {
  readonly #controller = new AbortController();
  readonly #leaseMs: number;
  #leaseUntil: Date;
  #interruption: Interruption | undefined;
  #leave = (): void => undefined;
  #stopTimer: unknown;

  /** A property instead of a method, so that work can destructure it from its attempt. */
  readonly progress = async (progress: object): Promise<void> => {
    if (await this.tools.runs.note(this.seen, { progress })) return;
    this.interrupt('leaseLost');
    throw leaseLost();
  };

  readonly unrepeatable = async (): Promise<void> => {
    const failures = unrepeatable(this.seen.kind);
    if (!(await this.tools.runs.note(this.seen, failures))) {
      this.interrupt('leaseLost');
      throw leaseLost();
    }
    Object.assign(this.seen.run, failures);
  };

  constructor(
    private readonly seen: SeenRun,
    private readonly tools: AttemptTools,
  ) {
    this.#leaseMs = seen.kind.settings.leaseSeconds * 1000;
    this.#leaseUntil = seen.run.leaseUntil ?? later(tools.host.clock(), this.#leaseMs);
  }

  get number(): number {
    return this.seen.run.attempt;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get interruption(): Interruption | undefined {
    return this.#interruption;
  }

  /** Tells the work to stop. Only the first reason counts. */
  interrupt(interruption: Interruption): void {
    if (this.#interruption !== undefined) return;
    this.#interruption = interruption;
    this.#controller.abort(interruptionError(interruption));
    this.#stopTimer = this.tools.timers.set(() => {
      this.#leave();
    }, NOTICE_MS);
  }

  /** Waits for the work; stops waiting if the work ignores an interruption. */
  async during(work: () => Promise<Outcome>): Promise<Outcome> {
    const { timers } = this.tools;
    const over = new AbortController();
    const leftAlone = new Promise<undefined>((done) => {
      this.#leave = () => {
        done(undefined);
      };
    });
    const ms = Math.min(LOOK_MS, this.#leaseMs / 3);
    const watching = repeat(() => this.#watch(), { timers, ms, signal: over.signal });
    try {
      return await Promise.race([work(), leftAlone]);
    } finally {
      over.abort();
      timers.clear(this.#stopTimer);
      await watching;
    }
  }

  async #watch(): Promise<void> {
    const { host } = this.tools;
    const { run, kind } = this.seen;
    try {
      if (run.deadlineAt !== null && run.deadlineAt <= host.clock()) this.interrupt('outOfTime');
      if (!(await this.#isHeld())) this.interrupt('leaseLost');
    } catch (error) {
      host.log.warn(
        { error, kind: kind.id, run: run.id },
        'the lease of a run could not be checked',
      );
      if (this.#leaseUntil <= host.clock()) this.interrupt('leaseLost');
    }
  }

  async #isHeld(): Promise<boolean> {
    const { runs, host } = this.tools;
    const { kind, run } = this.seen;
    const row = await runs.look(kind, run.id);
    if (row?.state !== 'running' || row.attempt !== run.attempt) return false;
    if (row.cancelRequestedAt !== null) this.interrupt('cancelled');
    const now = host.clock();
    // renew after a third of the lease, which leaves time for two retries
    const isFresh = now < later(this.#leaseUntil, (-2 / 3) * this.#leaseMs);
    // other processes treat a lease that ends too late, because the clock was set back, as expired
    if (isFresh && this.#leaseUntil <= latestEnd(now, this.#leaseMs)) return true;
    const leaseUntil = later(now, this.#leaseMs);
    if (!(await runs.note(this.seen, { leaseUntil }))) return false;
    this.#leaseUntil = leaseUntil;
    return true;
  }
}
