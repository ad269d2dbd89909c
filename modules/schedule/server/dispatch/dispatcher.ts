import { setTimeout } from 'node:timers/promises';
import { hostKey, isSvcError, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { isFinal } from '../../../jobs/contract/is-final.js';
import { launchesKey, type Launches } from '../../../launch/contract/launches.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { batches } from '../../../../toolbox/batches.js';
import { scheduleMachine } from '../../contract/schedule.machine.js';
import { Schedule, ScheduleRun } from '../schedule.entity.js';
import { zoneDataKey } from '../zone-data.js';
import { Candidates, type Candidate } from './candidates.js';
import { DueSchedules } from './due-schedules.js';

/** Schedules that are launched in one unit of work. */
const BATCH = 100;

/** Rows in one statement: building it is work that nothing interrupts. */
const AT_ONCE = 20;

/** After a full unit of work there is a pause as long as it took, up to this: this server and the database answer requests meanwhile. */
const LONGEST_PAUSE_MS = 500;

/** Launches what is due. Any number of servers may do so at once: a row is held by one of them, and a time has one launch. */
@injectable()
export class Dispatcher {
  constructor(
    @inject(DueSchedules) private readonly due: DueSchedules,
    @inject(Candidates) private readonly candidates: Candidates,
    @inject(launchesKey) private readonly launches: Launches,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(zoneDataKey) private readonly zoneData: string,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Launches everything that is due now by the database's clock. */
  async dispatch(signal: AbortSignal): Promise<void> {
    const now = this.host.clock();
    for (let behind: Schedule | undefined; !signal.aborted;) {
      const began = performance.now();
      const rows = await this.due.read(now, { rows: BATCH, behind });
      if (rows.length > 0) await this.#batch(rows);
      behind = rows.at(-1);
      if (rows.length < BATCH) return;
      const pause = Math.min(performance.now() - began, LONGEST_PAUSE_MS);
      await setTimeout(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** What one schedule is refused with must not keep the others from launching. */
  async #batch(rows: readonly Schedule[]): Promise<void> {
    this.host.fault?.('schedule.due-read');
    try {
      await this.#launch(await this.candidates.of(rows));
    } catch (error) {
      const [only, ...others] = rows;
      if (only === undefined) return;
      if (others.length > 0) for (const row of rows) await this.#batch([row]);
      else if (isSvcError(error) && isFinal(error)) await this.#refuse(only, error);
      else this.host.log.error({ error, schedule: only.id }, 'a schedule could not launch');
    }
  }

  async #launch(candidates: readonly Candidate[]): Promise<void> {
    await this.unitOfWork.run(async (manager) => {
      const held = await this.due.hold(manager, candidates);
      const starting = held.flatMap(({ schedule, prepared }) =>
        prepared === undefined ? [] : [{ id: schedule.id, prepared }],
      );
      const ids = await this.launches.begin(starting.map(({ prepared }) => prepared));
      this.host.fault?.('schedule.launches-begun');
      const runs = new Map(starting.map(({ id }, at) => [id, ids[at] ?? '']));
      await this.#record(manager, held, runs);
      this.host.fault?.('schedule.times-stored');
    });
    this.host.fault?.('schedule.dispatched');
  }

  /** `runs`: the launches that were begun, by schedule. */
  async #record(
    manager: EntityManager,
    candidates: readonly Candidate[],
    runs: ReadonlyMap<string, string>,
  ): Promise<void> {
    const createdAt = this.host.clock();
    const rows = candidates.flatMap(({ schedule: { id: scheduleId }, decision }) => {
      const launchRunId = runs.get(scheduleId);
      const scheduledFor = decision.run ?? null;
      return launchRunId === undefined
        ? []
        : [{ launchRunId, scheduleId, cause: 'scheduled' as const, scheduledFor, createdAt }];
    });
    if (rows.length > 0) await manager.insert(ScheduleRun, rows);
    const changed = candidates.map((candidate) => {
      const { schedule } = candidate;
      return Object.assign({}, schedule, this.#change(candidate, runs.get(schedule.id)));
    });
    // they are held, so that each is there, as it was read
    for (const part of batches(changed, AT_ONCE)) await manager.upsert(Schedule, part, ['id']);
  }

  #change({ schedule, decision, problem, suspend }: Candidate, runId: string | undefined) {
    const counts = {
      missed: schedule.missed + decision.missed,
      skipped: schedule.skipped + decision.skipped,
      refused: schedule.refused + (problem === undefined ? 0 : 1),
      nextRunAt: decision.next ?? null,
      zoneData: this.zoneData,
    };
    if (suspend === true) {
      const paused = { state: suspended(schedule), version: schedule.version + 1 };
      return { ...counts, ...paused, nextRunAt: null, pausedBecause: problem };
    }
    if (problem !== undefined) return { ...counts, lastProblem: problem };
    if (runId === undefined) return counts;
    return { ...counts, lastTime: decision.run, lastRunId: runId, lastProblem: null };
  }

  /** What the launch was refused with when it was to begin, such as an archived workspace. */
  async #refuse(schedule: Schedule, { code, message }: { code: string; message: string }) {
    const [candidate] = await this.candidates.of([schedule]);
    if (candidate === undefined) return;
    const refused = { code, message, at: this.host.clock().toISOString() };
    // what cannot be prepared any more says why itself
    const problem = candidate.prepared === undefined ? candidate.problem : refused;
    await this.#launch([{ ...candidate, prepared: undefined, problem }]);
  }
}

function suspended({ state }: Schedule): Schedule['state'] {
  const step = scheduleMachine.transitions.find(
    ({ from, event }) => from === state && event === 'suspend',
  );
  if (step === undefined) throw new Error(`A schedule that is ${state} cannot be suspended.`);
  return step.to;
}
