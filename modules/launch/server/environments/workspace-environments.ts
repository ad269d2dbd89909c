import { inject, injectable } from 'tsyringe';
import { counted } from '../../../../toolbox/plural.js';
import type { WorkspaceContent } from '../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { Environment } from './environment.entity.js';

/** A workspace with environments cannot be deleted: their values would be left without an owner. */
@injectable()
export class WorkspaceEnvironments implements WorkspaceContent {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async describe(workspaceId: string): Promise<string | null> {
    const count = await this.database.manager.countBy(Environment, { workspaceId, keep: 'named' });
    return count === 0 ? null : `${counted(count, 'environment')} (\`svc env delete <name>\`)`;
  }
}
