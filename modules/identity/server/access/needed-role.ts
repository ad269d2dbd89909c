import type { Caller, Located } from 'svc-registry/kernel';
import type { OrganizationRole, PermissionRule, WorkspaceRole } from '../../contract/access.js';

/** The weakest role that grants a permission on one object. An organization's admin has every permission in it. */
type NeededRole =
  | { readonly of: 'workspace'; readonly role: WorkspaceRole }
  | { readonly of: 'organization'; readonly role: OrganizationRole };

function neededRole(
  rule: PermissionRule,
  { workspaceId }: Pick<Located, 'workspaceId'>,
): NeededRole {
  if (workspaceId !== undefined && rule.workspace !== undefined)
    return { of: 'workspace', role: rule.workspace };
  return { of: 'organization', role: rule.organization ?? 'admin' };
}

/** A hint for a caller without the permission: which role they need and how to get it. */
export function wayToRole(
  rule: PermissionRule,
  object: Pick<Located, 'workspaceId'>,
  kind: Caller['kind'],
): string {
  const needed = neededRole(rule, object);
  const role = `the role ${needed.role} of the ${needed.of}`;
  if (needed.of === 'organization') return wayToOrganizationRole(role, kind);
  const orMore = needed.role === 'owner' ? role : `${role} or a higher one`;
  if (kind === 'key')
    return `It takes ${orMore}, and an API key keeps the role that it was made with: \`svc api-key create --role ${needed.role}\`.`;
  const givers = needed.role === 'owner' ? 'an owner' : 'a manager or owner';
  return `It takes ${orMore}: ask ${givers} of the workspace, or an admin of its organization.`;
}

function wayToOrganizationRole(role: string, kind: Caller['kind']): string {
  if (kind === 'key')
    return `It takes ${role}, which no API key has: sign in as a person who has it, without SVC_TOKEN.`;
  return `It takes ${role}: ask an admin of the organization.`;
}
