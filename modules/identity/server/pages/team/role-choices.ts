import { workspaceRoles, type WorkspaceRole } from '../../../contract/access.js';
import { includesRole } from '../../../contract/roles.js';

const isWorkspaceRole = (role: string | null): role is WorkspaceRole =>
  workspaceRoles.some((each) => each === role);

/** What the roles of a workspace mean, below a field that chooses one. */
export const roleHint =
  'A member sees and installs everything and runs skills. A publisher also publishes plugins, a manager also manages members, keys and policies, an owner also archives and deletes the workspace.';

const meanings: Readonly<Record<WorkspaceRole, string>> = {
  member: 'sees and installs everything, runs skills',
  publisher: 'also publishes plugins',
  manager: 'also manages members, keys and policies',
  owner: 'also archives and deletes the workspace',
};

/** What each role of a workspace may do, weakest first. */
export const roleMeanings = workspaceRoles.map((role) => [role, meanings[role]] as const);

/** The roles that somebody with this role may grant, for a field. */
export function grantableRoles(own: string | null): readonly (readonly [WorkspaceRole, string])[] {
  if (!isWorkspaceRole(own)) return [];
  return workspaceRoles.filter((role) => includesRole(own, role)).map((role) => [role, role]);
}

/** Whether somebody with the role `own` may change or remove somebody with the other. */
export function outranks(own: string | null, other: string): boolean {
  return isWorkspaceRole(own) && isWorkspaceRole(other) && includesRole(own, other);
}

export const organizationRoleChoices = [
  ['member', 'member'],
  ['admin', 'admin'],
] as const;

/** What the roles of an organization mean, below a field that chooses one. */
export const organizationRoleHint =
  'A member has the roles that workspaces give. An admin owns every workspace, manages members and sees the audit log.';
