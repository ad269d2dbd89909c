import { hostKey, isSvcError, staleState, transitionOf, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { IsNull, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import type { Run } from '../contract/db.js';
import { runMachine, type RunEvent } from '../contract/run.machine.js';
import { drive } from './drive.js';
import { errorText, overdue, type Ending } from './ending.js';
import type { Kind } from './kinds.js';
import { Queues } from './queues.js';

/** A run as it was read; a write requires that its state and attempt are unchanged. */
export interface SeenRun {
  readonly kind: Kind;
  readonly run: Run;
}

interface Step {
  readonly event: RunEvent;
  readonly set: Partial<Run>;
  /** Further conditions on the row. */
  readonly where?: FindOptionsWhere<Run>;
}

export const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** Changes the states of runs. Each step is one guarded UPDATE, in one unit of work with its consequences. */
@injectable()
export class Runs {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(Queues) private readonly queues: Queues,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Begins an attempt; `null` when the run is not queued, has just failed because its time is up, or another process was faster. */
  async claim(kind: Kind, id: string): Promise<Run | null> {
    const { leaseSeconds, timeLimitSeconds } = kind.settings;
    return this.unitOfWork.run(async (manager) => {
      const run = await manager.findOneBy(kind.entity, { id, state: 'queued' });
      if (run === null) return null;
      const now = this.host.clock();
      if (run.deadlineAt !== null && run.deadlineAt <= now) {
        await this.end({ kind, run }, overdue(run, kind));
        return null;
      }
      const startedAt = run.startedAt ?? now;
      const limit = later(startedAt, timeLimitSeconds * 1000);
      const set = {
        attempt: run.attempt + 1,
        leaseUntil: later(now, leaseSeconds * 1000),
        startedAt,
        deadlineAt: run.deadlineAt !== null && run.deadlineAt < limit ? run.deadlineAt : limit,
      };
      return (await this.#step(manager, { kind, run }, { event: 'claimed', set }))
        ? after({ kind, run }, 'claimed', set)
        : null;
    });
  }

  /** The current state of the row, read outside any unit of work. */
  look(
    kind: Kind,
    id: string,
  ): Promise<Pick<Run, 'state' | 'attempt' | 'cancelRequestedAt'> | null> {
    const select = { id: true, state: true, attempt: true, cancelRequestedAt: true } as const;
    return this.database.manager.findOne(kind.entity, { where: { id }, select });
  }

  /** Updates a run if the attempt still holds it; false when it does not. */
  async note(
    { kind, run }: SeenRun,
    set: Partial<Pick<Run, 'leaseUntil' | 'progress' | 'failures'>>,
  ): Promise<boolean> {
    const held = { id: run.id, attempt: run.attempt, state: 'running' } as const;
    const { affected } = await this.unitOfWork.run((manager) =>
      manager.update(kind.entity, held, set),
    );
    return affected === 1;
  }

  /**
   * Ends an attempt or a queued run. Returns false and writes nothing when the row has changed since it was read. A run
   * with a pending cancellation is cancelled, whatever the result of the attempt.
   */
  async end(seen: SeenRun, ending: Ending, where: FindOptionsWhere<Run> = {}): Promise<boolean> {
    if (ending.event === 'cancelled') return this.#end(seen, ending, where);
    if (await this.#end(seen, ending, { ...where, cancelRequestedAt: IsNull() })) return true;
    return this.#end(seen, { event: 'cancelled' }, { ...where, cancelRequestedAt: Not(IsNull()) });
  }

  #end(seen: SeenRun, ending: Ending, where: FindOptionsWhere<Run>): Promise<boolean> {
    const { event } = ending;
    const set = this.#columnsOf(ending, seen);
    return this.unitOfWork.run(async (manager) => {
      if (!(await this.#step(manager, seen, { event, set, where }))) return false;
      await this.#entail(manager, { kind: seen.kind, run: after(seen, event, set) }, ending);
      return true;
    });
  }

  async #step(
    manager: EntityManager,
    { kind, run }: SeenRun,
    { event, set, where = {} }: Step,
  ): Promise<boolean> {
    const { id, state, attempt } = run;
    const change = { ...set, state: next(run, event), version: () => '"version" + 1' };
    const { affected } = await manager.update(
      kind.entity,
      { ...where, id, state, attempt },
      change,
    );
    if (affected !== 1) return false;
    await this.#drive(manager, { kind, run }, event);
    return true;
  }

  /** An object that cannot follow must not keep its run from ending. */
  async #drive(manager: EntityManager, seen: SeenRun, event: RunEvent): Promise<void> {
    try {
      await drive(manager, seen, event);
    } catch (error) {
      // a unit that was faster has changed the object, and its new state decides
      if (staleState.is(error)) return this.#drive(manager, seen, event);
      if (!isSvcError(error) || !['not_found', 'wrong_state'].includes(error.code)) throw error;
      const { kind, run } = seen;
      this.host.log.info(
        { kind: kind.id, run: run.id, error },
        'an object has not followed its run',
      );
    }
  }

  #columnsOf(ending: Ending, { kind, run }: SeenRun): Partial<Run> {
    const now = this.host.clock();
    const error = 'error' in ending ? errorText(ending.error, kind.id, run.id) : null;
    switch (ending.event) {
      case 'completed':
        return { leaseUntil: null, finishedAt: now, error };
      case 'failed':
        return { leaseUntil: null, finishedAt: now, error, failures: run.failures + 1 };
      case 'cancelled':
        return {
          leaseUntil: null,
          finishedAt: now,
          cancelRequestedAt: run.cancelRequestedAt ?? now,
        };
      case 'handedBack':
        return { leaseUntil: null, availableAt: now };
      default:
        return {
          leaseUntil: null,
          availableAt: later(now, ending.delayMs),
          error,
          failures: run.failures + 1,
        };
    }
  }

  async #entail(manager: EntityManager, { kind, run }: SeenRun, ending: Ending): Promise<void> {
    if (ending.event === 'completed') await ending.write?.(manager);
    else if (run.state === 'queued')
      await this.queues
        .of(kind)
        .add(manager, { kind: kind.id, id: run.id }, 'delayMs' in ending ? ending.delayMs : 0);
    else
      await (await kind.work()).ended?.(run, manager, 'error' in ending ? ending.error : undefined);
  }
}

/** The state after the event. */
function next({ state }: Run, event: RunEvent): Run['state'] {
  const step = transitionOf(runMachine, { state, event });
  if (step === undefined) throw new TypeError(`A run that is ${state} cannot be ${event}.`);
  return step.to;
}

/** The run with the values of its row after the step. */
function after({ kind, run }: SeenRun, event: RunEvent, set: Partial<Run>): Run {
  return Object.assign(new kind.entity(), run, set, {
    state: next(run, event),
    version: run.version + 1,
  });
}
