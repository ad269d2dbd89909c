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
  /** The organization of the invitation, or the one just created. */
  readonly organizationId: string;
  readonly user: User;
}

/**
 * Grants the roles of an invitation, behind the organization's lock. Stronger roles that the user already has are kept.
 * Throws `workspace_archived` and then leaves the code unused.
 */
export async function joinByInvitation(
  manager: EntityManager,
  { provisioning, invitation, organizationId, user }: Joining,
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
  const present = await manager.findOneBy(WorkspaceMember, { workspaceId, userId: user.id });
  if (present === null) await holdWorkspace(manager, workspaceId);
  const role = strongerRole(present?.role, workspaceRole) ?? workspaceRole;
  await provisioning.workspaceRole(manager, { workspaceId, userId: user.id, role });
}
