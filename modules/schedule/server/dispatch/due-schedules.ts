import { inject, injectable } from 'tsyringe';
import { In, type EntityManager } from 'typeorm';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { heldSchedules } from '../held-schedules.js';
import { Schedule, ScheduleRun } from '../schedule.entity.js';
import type { Candidate } from './candidates.js';

/** Reads schedules that are due. */
@injectable()
export class DueSchedules {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  /** So many of those whose time has come, the earliest first, behind another one. */
  read(
    now: Date,
    { rows, behind }: { readonly rows: number; readonly behind: Schedule | undefined },
  ): Promise<Schedule[]> {
    const query = this.reads.manager
      .createQueryBuilder(Schedule, 's')
      .where("s.state = 'active' AND s.nextRunAt <= :now", { now: now.toISOString() });
    if (behind?.nextRunAt != null)
      query.andWhere('(s.nextRunAt > :time OR (s.nextRunAt = :time AND s.id > :id))', {
        time: behind.nextRunAt.toISOString(),
        id: behind.id,
      });
    return query.orderBy('s.nextRunAt').addOrderBy('s.id').limit(rows).getMany();
  }

  /** Those that nobody has changed or launched since they were read; nobody else will before the unit of work ends. */
  async hold(
    manager: EntityManager,
    candidates: readonly Candidate[],
  ): Promise<readonly Candidate[]> {
    const ids = candidates.map(({ schedule }) => schedule.id);
    const rows = await heldSchedules(manager, { id: In(ids), state: 'active' });
    const held = new Map(rows.map((row) => [row.id, row]));
    const unchanged = candidates.filter(({ schedule: { id, version, nextRunAt } }) => {
      const row = held.get(id);
      return row?.version === version && row.nextRunAt?.getTime() === nextRunAt?.getTime();
    });
    return this.#withoutLaunched(manager, unchanged);
  }

  /** A time that was launched and then set again, by a change of the schedule in the same second, is not launched twice. */
  async #withoutLaunched(
    manager: EntityManager,
    candidates: readonly Candidate[],
  ): Promise<readonly Candidate[]> {
    const times = candidates.flatMap(({ schedule, decision: { run } }) =>
      run === undefined ? [] : [{ scheduleId: schedule.id, scheduledFor: run }],
    );
    if (times.length === 0) return candidates;
    const launched = await manager.find(ScheduleRun, { where: times });
    const keys = new Set(
      launched.map(({ scheduleId, scheduledFor }) => timeKey(scheduleId, scheduledFor)),
    );
    return candidates.map((candidate) => {
      const { schedule, decision } = candidate;
      if (decision.run === undefined || !keys.has(timeKey(schedule.id, decision.run)))
        return candidate;
      return { schedule, decision: { ...decision, run: undefined } };
    });
  }
}

const timeKey = (id: string, time: Date | null): string => `${id} ${time?.getTime() ?? ''}`;
