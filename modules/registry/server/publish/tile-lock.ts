import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { WorkspaceSummary } from '../../../identity/contract/access.js';
import type { PluginManifest } from '../../contract/plugin-format.js';
import { TileEntity } from '../entities/tile.entity.js';
import { VersionEntity } from '../entities/version.entity.js';

export interface TileRequest {
  readonly workspace: WorkspaceSummary;
  readonly manifest: PluginManifest;
  readonly now: Date;
}

type TileName = { readonly fullName: string } | { readonly id: string };

/**
 * The plugin's row, created if new, and locked until the unit ends, so that changes to a plugin are serialized.
 * The lock is an UPDATE, which both engines understand.
 */
export async function lockTile(manager: EntityManager, request: TileRequest): Promise<TileEntity> {
  const wanted = newTile(request);
  const { fullName } = wanted;
  const { affected } = await touch(manager, { fullName });
  if (affected === 0) {
    // a concurrent publish may create it; then ours is ignored once theirs has committed
    await manager
      .createQueryBuilder()
      .insert()
      .into(TileEntity)
      .values(wanted)
      .orIgnore()
      .updateEntity(false)
      .execute();
    await touch(manager, { fullName });
  }
  const tile = await manager.findOneByOrFail(TileEntity, { fullName });
  // without versions the row is kept only for tombstones: the next publish counts as the first
  return (await isEmpty(manager, tile)) ? Object.assign(wanted, { id: tile.id }) : tile;
}

/** The row of a plugin that exists, locked in the same way. Rows of plugins are never deleted. */
export async function lockExistingTile(
  manager: EntityManager,
  which: TileName,
): Promise<TileEntity> {
  await touch(manager, which);
  return manager.findOneByOrFail(TileEntity, which);
}

async function isEmpty(
  manager: EntityManager,
  { id, latestVersionId }: TileEntity,
): Promise<boolean> {
  return latestVersionId === null && !(await manager.existsBy(VersionEntity, { tileId: id }));
}

async function touch(manager: EntityManager, which: TileName) {
  return manager.update(TileEntity, which, which);
}

function newTile({ workspace, manifest, now }: TileRequest): TileEntity {
  return {
    id: randomUUID(),
    workspaceId: workspace.id,
    organizationId: workspace.organizationId,
    workspaceName: workspace.name,
    name: manifest.plugin,
    fullName: `${workspace.name}/${manifest.plugin}`,
    description: '',
    private: manifest.private,
    latestVersionId: null,
    archivedAt: null,
    archivedReason: null,
    createdAt: now,
    updatedAt: now,
  };
}
