import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import type { WorkspaceContent } from '../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { EvalRun } from './eval-run.entity.js';

/** A workspace whose evaluations go on cannot be deleted: nobody could read or cancel them any more. */
@injectable()
export class WorkspaceEvals implements WorkspaceContent {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async describe(workspaceId: string): Promise<string | null> {
    const state = In(['pending', 'running']);
    const count = await this.database.manager.countBy(EvalRun, { workspaceId, state });
    if (count === 0) return null;
    const which = count === 1 ? '1 evaluation that has' : `${count} evaluations that have`;
    return `${which} not ended (\`svc eval cancel <id>\`)`;
  }
}
