import { notFound } from 'svc-registry/kernel';
import { lockRows } from '../../../persistence/contract/db.js';
import type { EntityManager } from 'typeorm';
import { workspaceArchived } from '../../contract/errors.js';
import { Workspace } from '../entities/workspaces.js';

/**
 * Prevents the deletion of the workspace until the unit ends; any number of units may hold it. Throws `not_found` when
 * it does not exist and `workspace_archived` when it accepts no new content.
 */
export async function holdWorkspace(manager: EntityManager, id: string): Promise<void> {
  const query = manager
    .createQueryBuilder(Workspace, 'w')
    .select('w.name', 'name')
    .addSelect('w.archivedReason', 'reason')
    .where('w.id = :id', { id });
  const found = await lockRows(query, 'for_key_share').getRawOne<{
    name: string;
    reason: string | null;
  }>();
  if (found === undefined) throw notFound({ kind: 'workspace', id });
  const { name, reason } = found;
  if (reason !== null) throw workspaceArchived({ workspace: name, reason });
}

/** Reads the workspace; waits for the units that hold it and blocks later ones, which then see the result of this unit. */
export function lockWorkspace(manager: EntityManager, id: string): Promise<Workspace | null> {
  const query = manager.createQueryBuilder(Workspace, 'w').where('w.id = :id', { id });
  return lockRows(query, 'pessimistic_write').getOne();
}
