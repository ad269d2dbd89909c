import { inject, injectable } from 'tsyringe';
import { IsNull } from 'typeorm';
import { counted } from '../../../toolbox/plural.js';
import type { WorkspaceContent } from '../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { ProjectEntity } from './project.entity.js';

/** A workspace with projects cannot be deleted. */
@injectable()
export class WorkspaceProjects implements WorkspaceContent {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async describe(workspaceId: string): Promise<string | null> {
    const count = await this.database.manager.countBy(ProjectEntity, {
      workspaceId,
      deletedAt: IsNull(),
    });
    return count === 0 ? null : counted(count, 'project');
  }
}
