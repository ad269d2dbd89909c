import { randomUUID } from 'node:crypto';
import { hostKey, notFound, type Class, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { IsNull, type EntityManager } from 'typeorm';
import {
  readDatabaseKey,
  transition,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import type { EnqueueOptions, Jobs, OwnColumns, Run } from '../contract/db.js';
import { batches } from '../../../toolbox/batches.js';
import { isOver, runMachine, type RunState } from '../contract/run.machine.js';
import type { RunView } from '../contract/run-view.js';
import { drive } from './drive.js';
import { type Kind, Kinds } from './kinds.js';
import { Queues } from './queues.js';
import { Runs } from './runs.js';
import { timersKey, type Timers } from './timers.js';
import { viewOf } from './view-of.js';
import { Performer } from './worker/performer.js';

/** Milliseconds between two reads of a row whose end is waited for. */
const LOOK_INTERVAL = 500;

/** Rows in one statement: building it is work that nothing interrupts, a millisecond for every few rows. */
const AT_ONCE = 20;

/** Initial values of a run, which also apply when a user retries it. */
const fresh = {
  failures: 0,
  leaseUntil: null,
  deadlineAt: null,
  progress: null,
  cancelRequestedAt: null,
  error: null,
  startedAt: null,
  finishedAt: null,
};

@injectable()
export class RunsOfModules implements Jobs {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(Kinds) private readonly kinds: Kinds,
    @inject(Runs) private readonly runs: Runs,
    @inject(Queues) private readonly queues: Queues,
    @inject(Performer) private readonly performer: Performer,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(timersKey) private readonly timers: Timers,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async enqueue<R extends Run>(
    entity: Class<R>,
    values: OwnColumns<R>,
    options?: EnqueueOptions,
  ): Promise<string> {
    const [id = ''] = await this.enqueueAll(entity, [values], options);
    return id;
  }

  async enqueueAll<R extends Run>(
    entity: Class<R>,
    values: readonly OwnColumns<R>[],
    { deadline }: EnqueueOptions = {},
  ): Promise<readonly string[]> {
    const kind = await this.kinds.of(entity);
    const now = this.host.clock();
    const runs = values.map((own) => ({
      ...own,
      ...fresh,
      id: randomUUID(),
      state: runMachine.initial,
      version: 1,
      attempt: 0,
      availableAt: now,
      deadlineAt: deadline ?? null,
      createdAt: now,
    }));
    await this.unitOfWork.run(async (manager) => {
      for (const part of batches(runs, AT_ONCE)) await manager.insert(kind.entity, part);
      for (const { id } of runs) await this.queues.of(kind).add(manager, { kind: kind.id, id }, 0);
    });
    return runs.map(({ id }) => id);
  }

  async cancel(entity: Class<Run>, id: string): Promise<RunState> {
    const kind = await this.kinds.of(entity);
    for (;;) {
      const state = await this.unitOfWork.run((manager) => this.#cancel(manager, kind, id));
      if (state !== undefined) return state;
    }
  }

  async look(
    entity: Class<Run>,
    id: string,
    { wait = 0, signal }: Parameters<Jobs['look']>[2] = {},
  ): Promise<RunView> {
    const kind = await this.kinds.of(entity);
    for (let left = (wait * 1000) / LOOK_INTERVAL; ; left -= 1) {
      const run = await this.reads.manager.findOneBy(kind.entity, { id });
      if (run === null) throw notFound({ kind: 'run', id });
      if (isOver(run.state) || left <= 0 || signal?.aborted === true) return viewOf(run);
      await new Promise<void>((done) => this.timers.set(done, LOOK_INTERVAL));
    }
  }

  async retry(entity: Class<Run>, id: string): Promise<void> {
    const kind = await this.kinds.of(entity);
    const set = { ...fresh, availableAt: this.host.clock() };
    await this.unitOfWork.run(async (manager) => {
      const run = await manager.findOneBy(entity, { id });
      if (run !== null) await drive(manager, { kind, run }, 'retried');
      await transition(manager, { entity, id, machine: runMachine, event: 'retried', set });
      await this.queues.of(kind).add(manager, { kind: kind.id, id }, 0);
    });
  }

  /** The run's new state; `undefined` when another process changed the row between read and write. */
  async #cancel(manager: EntityManager, kind: Kind, id: string): Promise<RunState | undefined> {
    const run = await manager.findOneBy(kind.entity, { id });
    if (run === null) throw notFound({ kind: 'run', id });
    if (isOver(run.state) || run.cancelRequestedAt !== null) return run.state;
    if (run.state === 'queued')
      return (await this.runs.end({ kind, run }, { event: 'cancelled' })) ? 'cancelled' : undefined;
    const seen = { id, state: run.state, attempt: run.attempt, cancelRequestedAt: IsNull() };
    const { affected } = await manager.update(kind.entity, seen, {
      cancelRequestedAt: this.host.clock(),
    });
    this.unitOfWork.afterCommit(() => {
      this.performer.interrupt('cancelled', id);
    });
    return affected === 1 ? run.state : undefined;
  }
}
