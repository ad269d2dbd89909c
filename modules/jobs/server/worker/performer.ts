import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { Attempt } from '../../contract/db.js';
import { leaseLost } from '../../contract/errors.js';
import { endingOf, failure, type Ending, type Interruption, type Outcome } from '../ending.js';
import { Kinds } from '../kinds.js';
import type { RunRef } from '../queue.js';
import { Runs, type SeenRun } from '../runs.js';
import { timersKey, type Timers } from '../timers.js';
import { RunningAttempt, type AttemptTools } from './running-attempt.js';

/** Executes runs in this process. */
@injectable()
export class Performer {
  readonly #attempts = new Map<string, RunningAttempt>();
  readonly #tools: AttemptTools;

  constructor(
    @inject(Runs) private readonly runs: Runs,
    @inject(Kinds) private readonly kinds: Kinds,
    @inject(hostKey) private readonly host: HostInfo,
    @inject(timersKey) timers: Timers,
  ) {
    this.#tools = { runs, timers, host };
  }

  /** How many runs this process executes. */
  get count(): number {
    return this.#attempts.size;
  }

  /** Executes a complete attempt at the run if it is still queued. Throws when the run could not be claimed because the database is unavailable. */
  async take({ kind: kindId, id }: RunRef): Promise<void> {
    const kind = (await this.kinds.all()).find((known) => known.id === kindId);
    const run = kind === undefined ? null : await this.runs.claim(kind, id);
    if (kind === undefined || run === null) return;
    this.host.fault?.('jobs.run-claimed');
    await this.#attempt({ kind, run });
  }

  /** Interrupts the run if this process executes it; without an id, all runs. */
  interrupt(interruption: Interruption, id?: string): void {
    const attempts = id === undefined ? [...this.#attempts.values()] : [this.#attempts.get(id)];
    for (const attempt of attempts) attempt?.interrupt(interruption);
  }

  async #attempt(seen: SeenRun): Promise<void> {
    const { kind, run } = seen;
    const attempt = new RunningAttempt(seen, this.#tools);
    const fields = { kind: kind.id, run: run.id, attempt: run.attempt };
    this.#attempts.set(run.id, attempt);
    try {
      const outcome = await attempt.during(() => outcomeOf(seen, attempt));
      this.host.fault?.('jobs.work-done');
      const ending = await this.#end(seen, endingOf(outcome, attempt.interruption, seen));
      this.host.log[ending.error === undefined ? 'info' : 'warn'](
        { ...fields, ...ending },
        'attempt ended',
      );
    } catch (error) {
      this.host.log.error(
        { ...fields, error },
        'the end of an attempt could not be written: the run goes on when its lease has expired',
      );
    } finally {
      // the same run may already have a new attempt in this process after its lease was lost
      if (this.#attempts.get(run.id) === attempt) this.#attempts.delete(run.id);
    }
  }

  /** Returns the recorded event; `refused` when the attempt no longer holds its run. */
  async #end(
    seen: SeenRun,
    ending: Ending | undefined,
  ): Promise<{ readonly event: string; readonly error?: unknown }> {
    if (ending === undefined || !(await this.#write(seen, ending)))
      return { event: 'refused', error: leaseLost() };
    this.host.fault?.('jobs.run-ended');
    return 'error' in ending
      ? { event: ending.event, error: ending.error }
      : { event: ending.event };
  }

  async #write(seen: SeenRun, ending: Ending): Promise<boolean> {
    try {
      return await this.runs.end(seen, ending);
    } catch (error) {
      if (ending.event !== 'completed') throw error;
      this.host.log.error(
        { kind: seen.kind.id, run: seen.run.id, error },
        'the result of an attempt could not be written',
      );
      return this.runs.end(seen, failure(error, seen.run, seen.kind));
    }
  }
}

async function outcomeOf({ kind, run }: SeenRun, attempt: Attempt): Promise<Outcome> {
  try {
    const work = await kind.work();
    return { write: await work.perform(Object.assign(new kind.entity(), run), attempt) };
  } catch (error) {
    return { error };
  }
}
