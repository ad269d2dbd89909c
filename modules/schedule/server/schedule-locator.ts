import type { Context, Located, Locator } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { Schedule } from './schedule.entity.js';

/** Finds schedules by id. */
@injectable()
export class ScheduleLocator implements Locator<Schedule> {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async locate(id: string): Promise<Located<Schedule> | null> {
    const value = await this.reads.manager.findOneBy(Schedule, { id: id.toLowerCase() });
    if (value === null) return null;
    const { workspaceId, organizationId } = value;
    const name = value.label ?? value.launch.skill;
    return { kind: 'schedule', name, workspaceId, organizationId, visibility: 'members', value };
  }
}

/** The schedule that the operation's access names, as it was read. */
export function scheduleTarget({ target }: Context): Schedule {
  if (!(target?.value instanceof Schedule))
    throw new Error('This operation needs an access on a schedule.');
  return target.value;
}
