import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { WorkspaceSummary } from '../../../identity/contract/access.js';
import type { PluginManifest } from '../../contract/plugin-format.js';
import { TileEntity } from '../entities/tile.entity.js';

export interface TileRequest {
  readonly workspace: WorkspaceSummary;
  readonly manifest: PluginManifest;
  readonly now: Date;
}

/**
 * The plugin's row, made if it is new, and locked until the unit ends: publishes of one plugin go one after the other.
 * The lock is an UPDATE, which both engines understand.
 */
export async function lockTile(manager: EntityManager, request: TileRequest): Promise<TileEntity> {
  const { fullName } = newTile(request);
  const { affected } = await touch(manager, fullName);
  if (affected === 0) {
    // another publish may make it at the same moment; then ours is ignored once theirs has committed
    await manager.createQueryBuilder().insert().into(TileEntity).values(newTile(request)).orIgnore().updateEntity(false).execute();
    await touch(manager, fullName);
  }
  return manager.findOneByOrFail(TileEntity, { fullName });
}

async function touch(manager: EntityManager, fullName: string) {
  return manager.update(TileEntity, { fullName }, { fullName });
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
