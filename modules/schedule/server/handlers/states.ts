import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import { transition, unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { ScheduleRef } from '../../contract/schedule-inputs.js';
import { scheduleMachine } from '../../contract/schedule.machine.js';
import type { ScheduleListed } from '../../contract/schedule-view.js';
import { ActiveLimit } from '../active-limit.js';
import { heldSchedule } from '../held-schedules.js';
import { Launching } from '../launching.js';
import { NewSchedules } from '../new-schedules.js';
import { ownerOf } from '../owners.js';
import { scheduleTarget } from '../schedule-locator.js';
import { Schedule } from '../schedule.entity.js';
import { ScheduleViews } from '../schedule-views.js';
import { timesOf } from '../times.js';
import { Workspaces } from '../workspaces.js';

const machine = scheduleMachine;

@injectable()
export class PauseHandler implements Handler<ScheduleRef, ScheduleListed> {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(ScheduleViews) private readonly views: ScheduleViews,
  ) {}

  async run(_input: ScheduleRef, context: Context): Promise<ScheduleListed> {
    const { id, state } = scheduleTarget(context);
    if (state === 'active') await this.unitOfWork.run((manager) => this.#pause(manager, id));
    return this.views.changed(id);
  }

  async #pause(manager: EntityManager, id: string): Promise<void> {
    const { state } = await heldSchedule(manager, id);
    if (state === 'paused') return;
    const set = { nextRunAt: null };
    await transition(manager, { entity: Schedule, id, machine, event: 'pause', set });
  }
}

@injectable()
export class ResumeHandler implements Handler<ScheduleRef, ScheduleListed> {
  constructor(
    @inject(Workspaces) private readonly workspaces: Workspaces,
    @inject(Launching) private readonly launching: Launching,
    @inject(NewSchedules) private readonly news: NewSchedules,
    @inject(ActiveLimit) private readonly limit: ActiveLimit,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(ScheduleViews) private readonly views: ScheduleViews,
  ) {}

  async run(_input: ScheduleRef, context: Context): Promise<ScheduleListed> {
    const schedule = scheduleTarget(context);
    if (schedule.state === 'paused') await this.#resume(schedule, context);
    return this.views.changed(schedule.id);
  }

  async #resume(schedule: Schedule, { caller }: Context): Promise<void> {
    const workspace = await this.workspaces.of(schedule);
    // whoever resumes it answers for it from now on
    await this.launching.prepare({ input: schedule.launch, workspace, caller });
    await this.unitOfWork.run(async (manager) => {
      const row = await heldSchedule(manager, schedule.id);
      if (row.state === 'active') return;
      const set = { ...ownerOf(caller), ...this.#fresh(row) };
      await transition(manager, { entity: Schedule, id: row.id, machine, event: 'resume', set });
      await this.limit.check(manager, workspace);
    });
  }

  /** Times that have passed meanwhile are not made up for. */
  #fresh({ cron, timezone }: Schedule) {
    const table = timesOf({ cron, timezone });
    const { nextRunAt, zoneData } = this.news.times({ cron, timezone, table });
    return { nextRunAt, zoneData, pausedBecause: null, lastProblem: null };
  }
}
