import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { ScheduleRef } from '../../contract/schedule-inputs.js';
import type { TriggeredSchedule } from '../../contract/schedule-view.js';
import { heldSchedule } from '../held-schedules.js';
import { Launching } from '../launching.js';
import { scheduleTarget } from '../schedule-locator.js';
import { ScheduleRun } from '../schedule.entity.js';
import { Workspaces } from '../workspaces.js';

@injectable()
export class TriggerHandler implements Handler<ScheduleRef, TriggeredSchedule> {
  constructor(
    @inject(Workspaces) private readonly workspaces: Workspaces,
    @inject(Launching) private readonly launching: Launching,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(_input: ScheduleRef, context: Context): Promise<TriggeredSchedule> {
    const schedule = scheduleTarget(context);
    const { caller } = context;
    const prepared = await this.launching.prepare({
      input: schedule.launch,
      workspace: await this.workspaces.of(schedule),
      caller,
      trigger: caller.kind === 'key' ? 'api' : 'manual',
    });
    return this.unitOfWork.run(async (manager) => {
      // one that is deleted at this moment launches nothing
      await heldSchedule(manager, schedule.id);
      const launchRunId = await this.launching.begin(prepared);
      await manager.insert(ScheduleRun, {
        launchRunId,
        scheduleId: schedule.id,
        cause: 'triggered',
        scheduledFor: null,
        createdAt: this.host.clock(),
      });
      return { id: schedule.id, launchRunId };
    });
  }
}
