import type { EntityManager } from 'typeorm';
import { strongerRole } from '../../contract/roles.js';
import { OrganizationMember, type User } from '../entities/people.js';
import type { Invitation } from '../entities/tokens.js';
import { WorkspaceMember } from '../entities/workspaces.js';
import { holdWorkspace } from '../workspaces/hold-workspace.js';
import type { Provisioning } from './provisioning.js';

interface Joining {
  readonly provisioning: Provisioning;
  readonly invitation: Invitation;
  /** The invitation's, or the one just created. */
  readonly organizationId: string;
  readonly user: User;
}

/**
 * Gives the roles of an invitation, behind the organization's lock. Who holds a stronger one already keeps it. Throws `workspace_archived`, which
 * leaves the code as it was.
 */
export async function joinByInvitation(
  manager: EntityManager,
  { provisioning: provisioning, invitation, organizationId, user }: Joining,
): Promise<void> {
  const { organizationRole, workspaceId, workspaceRole } = invitation;
  const member = await manager.findOneBy(OrganizationMember, { organizationId, userId: user.id });
  if (member?.role !== 'admin')
    await provisioning.organizationRole(manager, {
      organizationId,
      userId: user.id,
      role: organizationRole,
    });
  if (workspaceId === null || workspaceRole === null) return;
  const place = await manager.findOneBy(WorkspaceMember, { workspaceId, userId: user.id });
  if (place === null) await holdWorkspace(manager, workspaceId);
  const role = strongerRole(place?.role, workspaceRole) ?? workspaceRole;
  await provisioning.workspaceRole(manager, { workspaceId, userId: user.id, role });
}
