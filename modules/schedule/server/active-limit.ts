import { inject, injectable } from 'tsyringe';
import type { EntityManager } from 'typeorm';
import type { WorkspaceSummary } from '../../identity/contract/access.js';
import { tooManySchedules } from '../contract/errors.js';
import { Schedule } from './schedule.entity.js';
import { scheduleSettingsKey, type ScheduleSettings } from './settings.js';

/** The operator's limit of active schedules in a workspace. */
@injectable()
export class ActiveLimit {
  constructor(@inject(scheduleSettingsKey) private readonly settings: ScheduleSettings) {}

  /**
   * Called in a unit of work, after it has made schedules active. On PostgreSQL two units at once do not see each other's, so that they may go
   * beyond the limit by one another's number. Throws `too_many_schedules`.
   */
  async check(manager: EntityManager, { id, name }: WorkspaceSummary): Promise<void> {
    const { mostActive } = this.settings;
    if (mostActive === undefined) return;
    const count = await manager.countBy(Schedule, { workspaceId: id, state: 'active' });
    if (count > mostActive) throw tooManySchedules({ workspace: name, most: mostActive });
  }
}
