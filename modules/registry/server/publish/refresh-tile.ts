import type { EntityManager } from 'typeorm';
import type { Engine } from '../../../persistence/contract/db.js';
import { TileEntity } from '../entities/tile.entity.js';
import { VersionEntity } from '../entities/version.entity.js';
import { reindex } from '../search/documents.js';
import { findLatest } from './latest-version.js';

/**
 * Writes a plugin's row, and what can be found of it, as its latest version wants it. Runs in the unit that holds the plugin's
 * lock and has changed the plugin or one of its versions. Answers the latest version.
 */
export async function refreshTile(manager: EntityManager, engine: Engine, tile: TileEntity): Promise<VersionEntity | null> {
  const latest = await findLatest(manager, tile);
  const changed = latest?.id !== tile.latestVersionId;
  tile.latestVersionId = latest?.id ?? null;
  tile.description = (latest ?? (await newest(manager, tile.id)))?.description ?? '';
  if (changed) await reindex(manager, { engine, tile, latest });
  await manager.update(TileEntity, { id: tile.id }, tile);
  return latest;
}

async function newest(manager: EntityManager, tileId: string): Promise<VersionEntity | null> {
  return manager.findOne(VersionEntity, { where: { tileId }, order: { sortKey: 'DESC' } });
}
