import { inject, injectable } from 'tsyringe';
import { counted } from '../../../toolbox/plural.js';
import type { WorkspaceContent } from '../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import { TileEntity } from './entities/tile.entity.js';
import { VersionEntity } from './entities/version.entity.js';

/** A workspace with plugins, archived ones included, cannot be deleted. One whose plugins were all unpublished can. */
@injectable()
export class WorkspacePlugins implements WorkspaceContent {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async describe(workspaceId: string): Promise<string | null> {
    const row = await this.database.manager
      .createQueryBuilder(TileEntity, 't')
      .innerJoin(VersionEntity, 'v', 'v.tileId = t.id')
      .where('t.workspaceId = :workspaceId', { workspaceId })
      .select('COUNT(DISTINCT t.id)', 'count')
      .getRawOne<{ count: number | string }>();
    const count = Number(row?.count);
    return count === 0 ? null : counted(count, 'plugin');
  }
}
