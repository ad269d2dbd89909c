import { notFound } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { workspaceArchived } from '../../contract/errors.js';
import { Workspace } from '../entities/workspaces.js';

/**
 * Prevents the deletion of the workspace until the unit ends; any number of units may hold it. Throws `not_found` when
 * it does not exist and `workspace_archived` when it accepts no new content. On SQLite no other unit runs meanwhile; on
 * PostgreSQL a deletion waits for this lock.
 */
export async function holdWorkspace(manager: EntityManager, id: string): Promise<void> {
  const query = manager
    .createQueryBuilder(Workspace, 'w')
    .select('w.name', 'name')
    .addSelect('w.archivedReason', 'reason')
    .where('w.id = :id', { id });
  if (manager.connection.options.type === 'postgres') query.setLock('for_key_share');
  const found = await query.getRawOne<{ name: string; reason: string | null }>();
  if (found === undefined) throw notFound({ kind: 'workspace', id });
  const { name, reason } = found;
  if (reason !== null) throw workspaceArchived({ workspace: name, reason });
}

/** Waits for the units that hold the workspace and blocks later ones, which then see the result of this unit. */
export async function waitForHolders(manager: EntityManager, id: string): Promise<void> {
  if (manager.connection.options.type !== 'postgres') return;
  await manager
    .createQueryBuilder(Workspace, 'w')
    .select('w.id', 'id')
    .where('w.id = :id', { id })
    .setLock('pessimistic_write')
    .getRawOne();
}
