import type { EntityManager } from 'typeorm';
import type { Engine } from '../../../persistence/contract/db.js';
import { TileEntity } from '../entities/tile.entity.js';
import { VersionEntity } from '../entities/version.entity.js';
import { followLatest } from '../facts/follow-latest.js';
import { reindex } from '../search/documents.js';
import { findLatest } from './latest-version.js';

/**
 * Updates a plugin's row, its search documents and its facts from its latest version. Runs in the unit that holds the plugin's
 * lock and has changed the plugin or one of its versions. Returns the latest version.
 */
export async function refreshTile(
  manager: EntityManager,
  engine: Engine,
  { tile, nowPublic = false }: { readonly tile: TileEntity; readonly nowPublic?: boolean },
): Promise<VersionEntity | null> {
  const latest = await findLatest(manager, tile);
  const latestId = latest?.id ?? null;
  const changed = nowPublic || latestId !== tile.latestVersionId;
  tile.latestVersionId = latestId;
  tile.description = latest?.description ?? (await newestDescription(manager, tile.id));
  await manager.update(TileEntity, { id: tile.id }, tile);
  if (changed) await reindex(manager, { engine, tile, latest });
  await followLatest(manager, tile, latest);
  return latest;
}

async function newestDescription(manager: EntityManager, tileId: string): Promise<string> {
  const newest = await manager.findOne(VersionEntity, {
    where: { tileId },
    order: { sortKey: 'DESC' },
  });
  return newest?.description ?? '';
}
