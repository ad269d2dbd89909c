import type { EntityManager } from 'typeorm';
import { In, IsNull } from 'typeorm';
import { hiddenStatuses } from '../../contract/moderation.machine.js';
import { moderationStatuses } from '../../contract/version-view.js';
import type { TileEntity } from '../entities/tile.entity.js';
import { VersionEntity } from '../entities/version.entity.js';

const available = moderationStatuses.filter((status) => !hiddenStatuses.includes(status));

/** The highest version that can be newly installed: a prerelease only when there is nothing else. Runs in the unit that changed a version. */
export async function findLatest(
  manager: EntityManager,
  { id: tileId, archivedAt }: Pick<TileEntity, 'id' | 'archivedAt'>,
): Promise<VersionEntity | null> {
  if (archivedAt !== null) return null;
  return manager.findOne(VersionEntity, {
    where: { tileId, archivedAt: IsNull(), state: In(available) },
    order: { prerelease: 'ASC', sortKey: 'DESC' },
  });
}
