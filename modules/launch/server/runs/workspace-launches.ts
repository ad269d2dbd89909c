import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import type { WorkspaceContent } from '../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { LaunchRun } from './launch-run.entity.js';

/** A workspace whose launches go on cannot be deleted: nobody could read or cancel them any more. */
@injectable()
export class WorkspaceLaunches implements WorkspaceContent {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async describe(workspaceId: string): Promise<string | null> {
    const state = In(['queued', 'running']);
    const count = await this.database.manager.countBy(LaunchRun, { workspaceId, state });
    if (count === 0) return null;
    const which = count === 1 ? '1 launch that has' : `${count} launches that have`;
    return `${which} not ended (\`svc launch cancel <id>\`)`;
  }
}
