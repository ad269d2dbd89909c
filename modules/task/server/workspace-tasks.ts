import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import type { WorkspaceContent } from '../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { Task } from './task.entity.js';

/** A workspace whose tasks go on cannot be deleted: nobody could answer or cancel them any more. */
@injectable()
export class WorkspaceTasks implements WorkspaceContent {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async describe(workspaceId: string): Promise<string | null> {
    const state = In(['running', 'waiting_for_input']);
    const count = await this.database.manager.countBy(Task, { workspaceId, state });
    if (count === 0) return null;
    return count === 1 ? '1 task that has not ended' : `${count} tasks that have not ended`;
  }
}
