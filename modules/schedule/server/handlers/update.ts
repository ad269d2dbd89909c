import {
  hostKey,
  invalidInput,
  notFound,
  staleState,
  type Context,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { UpdateScheduleInput } from '../../contract/schedule-inputs.js';
import type { ScheduleListed } from '../../contract/schedule-view.js';
import { NewSchedules } from '../new-schedules.js';
import { scheduleTarget } from '../schedule-locator.js';
import { Schedule } from '../schedule.entity.js';
import { ScheduleViews } from '../schedule-views.js';
import { scheduleSettingsKey, type ScheduleSettings } from '../settings.js';
import { refuseDefinedInFile } from '../defined-in-file.js';
import { checkedTimes } from '../times.js';

@injectable()
export class UpdateHandler implements Handler<UpdateScheduleInput, ScheduleListed> {
  constructor(
    @inject(NewSchedules) private readonly news: NewSchedules,
    @inject(scheduleSettingsKey) private readonly settings: ScheduleSettings,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(ScheduleViews) private readonly views: ScheduleViews,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: UpdateScheduleInput, context: Context): Promise<ScheduleListed> {
    const schedule = scheduleTarget(context);
    if (input.cron === undefined && input.timezone === undefined && input.label === undefined)
      throw invalidInput({
        what: 'Nothing is to be changed.',
        hint: 'Give at least one of cron, timezone and label. All else cannot change: delete the schedule and create it again.',
      });
    refuseDefinedInFile(schedule, 'changed');
    const change = { ...(await this.#times(schedule, input)), ...labelOf(schedule, input) };
    await this.#write(schedule, change);
    return this.views.changed(schedule.id);
  }

  /** New times count from now on: those of the old ones that passed are not made up for. */
  async #times(schedule: Schedule, { cron, timezone }: UpdateScheduleInput) {
    if (cron === undefined && timezone === undefined) return {};
    const times = await checkedTimes(
      { cron: cron ?? schedule.cron, timezone: timezone ?? schedule.timezone },
      { now: this.host.clock(), settings: this.settings },
    );
    // one that is due is launched all the same
    if (times.cron === schedule.cron && times.timezone === schedule.timezone) return {};
    const columns = this.news.times(times);
    return schedule.state === 'active' ? columns : { ...columns, nextRunAt: null };
  }

  async #write({ id, version }: Schedule, change: Partial<Schedule>): Promise<void> {
    await this.unitOfWork.run(async (manager) => {
      const set = { ...change, version: version + 1, updatedAt: this.host.clock() };
      const { affected } = await manager.update(Schedule, { id, version }, set);
      if (affected === 1) return;
      const now = await manager.findOneBy(Schedule, { id });
      if (now === null) throw notFound({ kind: 'schedule', id });
      throw staleState({ kind: 'schedule', id, state: now.state });
    });
  }
}

/** Its launches get the same name. */
const labelOf = ({ launch }: Schedule, { label }: UpdateScheduleInput) =>
  label === undefined ? {} : { label, launch: { ...launch, label } };
