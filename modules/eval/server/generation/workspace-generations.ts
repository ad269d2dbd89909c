import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import type { WorkspaceContent } from '../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { Generation } from './generation.entity.js';

/** A workspace whose generations go on cannot be deleted: nobody could read or cancel them any more. */
@injectable()
export class WorkspaceGenerations implements WorkspaceContent {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async describe(workspaceId: string): Promise<string | null> {
    const state = In(['queued', 'running']);
    const count = await this.database.manager.countBy(Generation, { workspaceId, state });
    if (count === 0) return null;
    const which = count === 1 ? '1 generation that has' : `${count} generations that have`;
    return `${which} not ended (\`svc scenario cancel <id>\`)`;
  }
}
