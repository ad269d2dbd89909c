import type { Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  readDatabaseKey,
  transition,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../../persistence/contract/db.js';
import type { ScheduleRef } from '../../contract/schedule-inputs.js';
import { scheduleMachine } from '../../contract/schedule.machine.js';
import type { ScheduleView } from '../../contract/schedule-view.js';
import { ActiveLimit } from '../active-limit.js';
import { Launching } from '../launching.js';
import { NewSchedules } from '../new-schedules.js';
import { ownerOf } from '../owners.js';
import { scheduleTarget } from '../schedule-locator.js';
import { Schedule } from '../schedule.entity.js';
import { ScheduleViews } from '../schedule-views.js';
import { timesOf } from '../times.js';
import { Workspaces } from '../workspaces.js';
import { unlessAlready } from './unless-already.js';

const machine = scheduleMachine;

@injectable()
export class PauseHandler implements Handler<ScheduleRef, ScheduleView> {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(ScheduleViews) private readonly views: ScheduleViews,
  ) {}

  async run(_input: ScheduleRef, context: Context): Promise<ScheduleView> {
    const { id, state } = scheduleTarget(context);
    const set = { nextRunAt: null };
    if (state === 'active')
      await unlessAlready(this.reads, { id, state: 'paused' }, () =>
        this.unitOfWork.run((manager) =>
          transition(manager, { entity: Schedule, id, machine, event: 'pause', set }),
        ),
      );
    return this.views.byId(id);
  }
}

@injectable()
export class ResumeHandler implements Handler<ScheduleRef, ScheduleView> {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(Workspaces) private readonly workspaces: Workspaces,
    @inject(Launching) private readonly launching: Launching,
    @inject(NewSchedules) private readonly news: NewSchedules,
    @inject(ActiveLimit) private readonly limit: ActiveLimit,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(ScheduleViews) private readonly views: ScheduleViews,
  ) {}

  /** Times that have passed meanwhile are not made up for. */
  async run(_input: ScheduleRef, context: Context): Promise<ScheduleView> {
    const schedule = scheduleTarget(context);
    if (schedule.state === 'paused')
      await unlessAlready(this.reads, { id: schedule.id, state: 'active' }, () =>
        this.#resume(schedule, context),
      );
    return this.views.byId(schedule.id);
  }

  async #resume(schedule: Schedule, { caller }: Context): Promise<void> {
    const { id, launch: input, version, cron, timezone } = schedule;
    const workspace = await this.workspaces.of(schedule);
    // whoever resumes it answers for it from now on
    await this.launching.prepare({ input, workspace, caller });
    const { nextRunAt, zoneData } = this.news.times({ cron, timezone, table: timesOf(schedule) });
    const set = { ...ownerOf(caller), nextRunAt, zoneData, pausedBecause: null, lastProblem: null };
    await this.unitOfWork.run(async (manager) => {
      await transition(manager, { entity: Schedule, id, machine, event: 'resume', version, set });
      await this.limit.check(manager, workspace);
    });
  }
}
