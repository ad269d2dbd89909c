import { inject, injectable } from 'tsyringe';
import { counted } from '../../../toolbox/plural.js';
import type { WorkspaceContent } from '../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { Schedule } from './schedule.entity.js';

/** A workspace with schedules cannot be deleted. */
@injectable()
export class WorkspaceSchedules implements WorkspaceContent {
  constructor(@inject(readDatabaseKey) private readonly reads: ReadDatabase) {}

  async describe(workspaceId: string): Promise<string | null> {
    const count = await this.reads.manager.countBy(Schedule, { workspaceId });
    return count === 0 ? null : counted(count, 'schedule');
  }
}
