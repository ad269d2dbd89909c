import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { LessThanOrEqual, MoreThan, type FindOptionsWhere } from 'typeorm';
import {
  latestEnd,
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { Run } from '../../contract/db.js';
import { workerVanished } from '../../contract/errors.js';
import { dueRuns } from '../due.js';
import { isUnrepeatable, overdue, type Ending } from '../ending.js';
import { type Kind, Kinds } from '../kinds.js';
import { runQueueKey, type RunQueue } from '../queue.js';
import { Queues } from '../queues.js';
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
    @inject(Queues) private readonly queues: Queues,
    @inject(runQueueKey) private readonly queue: RunQueue,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async sweep(): Promise<void> {
    const now = this.host.clock();
    await this.#each(async (kind) => {
      const { leaseSeconds } = kind.settings;
      for (const leaseUntil of [LessThanOrEqual(now), after(now, leaseSeconds)]) {
        await this.#end(kind, { state: 'running', leaseUntil }, (run) => vanished(run, kind, now));
      }
      const late: Where = { state: 'queued', deadlineAt: LessThanOrEqual(now) };
      await this.#end(kind, late, (run) => overdue(run, kind));
      await this.#giveOutAgain(kind, now);
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
  async #giveOutAgain(kind: Kind, now: Date): Promise<void> {
    const queue = this.queues.of(kind);
    const waiting = await dueRuns(this.database, kind, { now, rows: ROWS });
    if (waiting.length === 0) return;
    for (const run of await queue.forgotten(waiting.map((id) => ({ kind: kind.id, id })))) {
      await this.unitOfWork.run((manager) => queue.add(manager, run, 0));
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

/** The ending of a run whose process no longer responds. It counts as a failure, because the run itself may be the cause. */
function vanished(run: Run, kind: Kind, now: Date): Ending {
  const attempts = run.failures + 1;
  const error = workerVanished({ attempts: isUnrepeatable(run, kind) ? 0 : attempts });
  if (run.deadlineAt !== null && run.deadlineAt <= now) return overdue(run, kind);
  return attempts < kind.settings.attempts
    ? { event: 'leaseExpired', error, delayMs: 0 }
    : { event: 'failed', error };
}
