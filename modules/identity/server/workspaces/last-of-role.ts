import type { EntityManager } from 'typeorm';
import { lastAdmin, lastOwner } from '../../contract/errors.js';
import { OrganizationMember } from '../entities/people.js';
import { Workspace, WorkspaceMember } from '../entities/workspaces.js';

/** Throws `last_owner` unless someone besides this user owns the workspace. Needs the organization's lock. */
export async function keepAnOwner(
  manager: EntityManager,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  const owners = await manager.findBy(WorkspaceMember, { workspaceId, role: 'owner' });
  if (!owners.every((owner) => owner.userId === userId) || owners.length === 0) return;
  const workspace = await manager.findOneBy(Workspace, { id: workspaceId });
  throw lastOwner({ workspace: workspace?.name ?? workspaceId });
}

/** Throws `last_admin` unless someone besides this user is an admin. Needs the organization's lock. */
export async function keepAnAdmin(
  manager: EntityManager,
  { id, name }: { id: string; name: string },
  userId: string,
): Promise<void> {
  const admins = await manager.findBy(OrganizationMember, { organizationId: id, role: 'admin' });
  if (admins.length > 0 && admins.every((admin) => admin.userId === userId))
    throw lastAdmin({ organization: name });
}
