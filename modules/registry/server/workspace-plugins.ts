import { inject, injectable } from 'tsyringe';
import type { WorkspaceContent } from '../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { TileEntity } from './entities/tile.entity.js';

/** A workspace with plugins, archived ones included, cannot be deleted. */
@injectable()
export class WorkspacePlugins implements WorkspaceContent {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async describe(workspaceId: string): Promise<string | null> {
    const count = await this.database.manager.countBy(TileEntity, { workspaceId });
    if (count === 0) return null;
    return count === 1 ? '1 plugin' : `${count} plugins`;
  }
}
