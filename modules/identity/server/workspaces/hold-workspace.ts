import { notFound } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { Workspace } from '../entities/workspaces.js';

/**
 * Keeps the workspace until the unit ends; any number of units may do so at once. Throws `not_found` when it is gone.
 * On SQLite no other unit runs meanwhile; on PostgreSQL a deletion waits for this lock.
 */
export async function holdWorkspace(manager: EntityManager, id: string): Promise<void> {
  const query = manager.createQueryBuilder(Workspace, 'w').select('w.id', 'id').where('w.id = :id', { id });
  if (manager.connection.options.type === 'postgres') query.setLock('for_key_share');
  if ((await query.getRawOne()) === undefined) throw notFound({ kind: 'workspace', id });
}
