import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import { dueRuns } from './due.js';
import type { Kind } from './kinds.js';
import type { QueueWork, RunQueue, RunRef } from './queue.js';
import { autoResetEvent, repeat, timersKey, type Timers } from './timers.js';

/** How soon a process sees, in milliseconds, what another one has enqueued. */
const LOOK_MS = 1_000;

interface Next {
  readonly kind: Kind;
  readonly id: string;
}

interface Taken {
  readonly kind: Kind;
  readonly ended: Promise<void>;
}

/** Kinds in the order in which they may take a run, and the runs that this process works on. */
interface Turns {
  readonly kinds: Kind[];
  readonly running: Map<string, Taken>;
}

/**
 * The queue of the lane `long`: the rows themselves. A list of ids in the order of their arrival could not take turns, and
 * a run that takes minutes need not begin within milliseconds, so every process looks for itself.
 */
@injectable()
export class LongLane implements RunQueue {
  /** There may be something to begin. */
  readonly #change = autoResetEvent();

  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(timersKey) private readonly timers: Timers,
    @inject(hostKey) private readonly host: Pick<HostInfo, 'clock' | 'log'>,
  ) {}

  add(): Promise<void> {
    this.unitOfWork.afterCommit(this.#change.set);
    return Promise.resolve();
  }

  forgotten(): Promise<readonly RunRef[]> {
    return Promise.resolve([]);
  }

  async work({ kinds, concurrency, signal, take }: QueueWork): Promise<void> {
    const turns: Turns = { kinds: [...kinds], running: new Map() };
    const { timers } = this;
    const looking = repeat(this.#change.set, { timers, ms: LOOK_MS, signal });
    signal.addEventListener('abort', this.#change.set);
    for (;;) {
      const next = turns.running.size < concurrency ? await this.#next(turns) : undefined;
      if (signal.aborted) break;
      if (next === undefined) await this.#change.wait();
      else this.#begin(next, turns, take);
    }
    await Promise.all([looking, ...[...turns.running.values()].map(({ ended }) => ended)]);
  }

  clean(): Promise<void> {
    return Promise.resolve();
  }

  /** The oldest run of the kind whose turn it is; that kind comes last from then on. */
  async #next({ kinds, running }: Turns): Promise<Next | undefined> {
    try {
      for (const kind of kinds) {
        const busy = [...running.values()].filter((taken) => taken.kind === kind).length;
        if (busy >= kind.settings.concurrency) continue;
        // a run that was taken a moment ago may not be claimed yet
        const wanted = { now: this.host.clock(), rows: busy + 1 };
        const due = await dueRuns(this.database, kind, wanted);
        const id = due.find((each) => !running.has(each));
        if (id === undefined) continue;
        kinds.push(...kinds.splice(kinds.indexOf(kind), 1));
        return { kind, id };
      }
    } catch (error) {
      this.host.log.warn({ error }, 'the long background work that waits could not be read');
    }
    return undefined;
  }

  #begin({ kind, id }: Next, { running }: Turns, take: QueueWork['take']): void {
    const ended = take({ kind: kind.id, id }).then(
      () => {
        running.delete(id);
        this.#change.set();
      },
      (error: unknown) => {
        // not at once: the next look comes in a moment, and the database may respond by then
        running.delete(id);
        this.host.log.warn({ error, kind: kind.id, run: id }, 'a run could not be begun');
      },
    );
    running.set(id, { kind, ended });
  }
}

/** The same for the lane `apart`: its kinds have only their own limits, so that none waits for another. */
@injectable()
export class ApartLane extends LongLane {
  constructor(
    @inject(readDatabaseKey) database: ReadDatabase,
    @inject(unitOfWorkKey) unitOfWork: UnitOfWork,
    @inject(timersKey) timers: Timers,
    @inject(hostKey) host: Pick<HostInfo, 'clock' | 'log'>,
  ) {
    super(database, unitOfWork, timers, host);
  }
}
