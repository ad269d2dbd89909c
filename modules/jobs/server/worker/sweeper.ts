import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { IsNull, LessThanOrEqual, MoreThan, type FindOptionsWhere } from 'typeorm';
import {
  latestEnd,
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { Run } from '../../contract/db.js';
import { runOutOfTime, workerVanished } from '../../contract/errors.js';
import type { Ending } from '../ending.js';
import { type Kind, Kinds } from '../kinds.js';
import { runQueueKey, type RunQueue } from '../queue.js';
import { later, Runs } from '../runs.js';

/** Rows that one sweep reads per kind and reason; the next sweep continues. */
const ROWS = 1_000;
const DAY_MS = 24 * 60 * 60 * 1000;

type Where = FindOptionsWhere<Run>;

/** Recovers abandoned runs. Every process does so; each write is guarded, so processes do not interfere with each other. */
@injectable()
export class Sweeper {
  #cleaned = new Date(0);

  constructor(
    @inject(Kinds) private readonly kinds: Kinds,
    @inject(Runs) private readonly runs: Runs,
    @inject(runQueueKey) private readonly queue: RunQueue,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async sweep(): Promise<void> {
    const now = this.host.clock();
    await this.#each(async (kind) => {
      const { leaseSeconds, timeLimitSeconds } = kind.settings;
      for (const leaseUntil of [LessThanOrEqual(now), after(now, leaseSeconds)]) {
        await this.#end(kind, { state: 'running', leaseUntil }, (run) => vanished(run, kind, now));
      }
      const overdue: Where = { state: 'queued', deadlineAt: LessThanOrEqual(now) };
      await this.#end(kind, overdue, () => outOfTime(kind));
      await this.#giveOutAgain(kind, isDue(now, timeLimitSeconds));
    });
    if (later(this.#cleaned, DAY_MS) > now) return;
    this.#cleaned = now;
    await this.#orLog({}, () => this.queue.clean());
  }

  /** Ends the running attempts of earlier processes: on SQLite only this process uses the database, and it has just started. */
  async takeOver(): Promise<void> {
    await this.#each((kind) =>
      this.#end(kind, { state: 'running' }, (run) => vanished(run, kind, this.host.clock())),
    );
  }

  async #end(kind: Kind, where: Where, endingOf: (run: Run) => Ending): Promise<void> {
    for (const run of await this.database.manager.find(kind.entity, { where, take: ROWS })) {
      const ending = endingOf(run);
      if (!(await this.runs.end({ kind, run }, ending, where))) continue;
      this.host.log.warn(
        { kind: kind.id, run: run.id, attempt: run.attempt, event: ending.event },
        'an abandoned run was ended or queued again',
      );
    }
  }

  /** Queues runs again that the queue does not know, for example after a restore of the database. */
  async #giveOutAgain(kind: Kind, where: Where[]): Promise<void> {
    const order = { availableAt: 'ASC' } as const;
    const waiting = await this.database.manager.find(kind.entity, {
      where,
      select: { id: true },
      order,
      take: ROWS,
    });
    if (waiting.length === 0) return;
    for (const run of await this.queue.forgotten(
      waiting.map(({ id }) => ({ kind: kind.id, id })),
    )) {
      await this.unitOfWork.run((manager) => this.queue.add(manager, run, 0));
    }
  }

  async #each(action: (kind: Kind) => Promise<void>): Promise<void> {
    for (const kind of await this.kinds.all())
      await this.#orLog({ kind: kind.id }, () => action(kind));
  }

  /** A failure of one kind must not affect the others; the next sweep tries again. */
  async #orLog(fields: object, action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      this.host.log.error({ ...fields, error }, 'a sweep of the background work failed');
    }
  }
}

/** Matches times more than `seconds` from now, which were written while the clock was ahead. */
const after = (now: Date, seconds: number) => MoreThan(latestEnd(now, seconds * 1000));

/**
 * Matches queued runs that are due. Without a first attempt a run is always due, because only retries are delayed;
 * other times in the future were written while the clock was ahead.
 */
const isDue = (now: Date, timeLimitSeconds: number): Where[] => [
  { state: 'queued', availableAt: LessThanOrEqual(now) },
  { state: 'queued', availableAt: after(now, 0), deadlineAt: IsNull() },
  { state: 'queued', deadlineAt: after(now, timeLimitSeconds) },
];

const outOfTime = ({ settings }: Kind): Ending => ({
  event: 'failed',
  error: runOutOfTime({ seconds: settings.timeLimitSeconds }),
});

/** The ending of a run whose process no longer responds. It counts as a failure, because the run itself may be the cause. */
function vanished(run: Run, kind: Kind, now: Date): Ending {
  const attempts = run.failures + 1;
  const error = workerVanished({ attempts });
  if (run.deadlineAt !== null && run.deadlineAt <= now) return outOfTime(kind);
  return attempts < kind.settings.attempts
    ? { event: 'leaseExpired', error, delayMs: 0 }
    : { event: 'failed', error };
}
