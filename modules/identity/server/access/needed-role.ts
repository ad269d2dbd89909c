import type { Caller, Located } from 'svc-registry/kernel';
import type { PermissionRule, WorkspaceRole } from '../../contract/access.js';

/** A hint for a caller without the permission: which role they need and how to get it. */
export function wayToRole(
  rule: PermissionRule,
  { workspaceId }: Pick<Located, 'workspaceId'>,
  kind: Caller['kind'],
): string {
  if (workspaceId !== undefined && rule.workspace !== undefined)
    return wayToWorkspaceRole(rule.workspace, kind);
  const role = `the role ${rule.organization ?? 'admin'} of the organization`;
  return kind === 'key'
    ? `This needs ${role}, which no API key has: sign in as a person who has it, without SVC_TOKEN.`
    : `This needs ${role}: ask an admin of the organization.`;
}

function wayToWorkspaceRole(needed: WorkspaceRole, kind: Caller['kind']): string {
  const role = `the role ${needed} of the workspace${needed === 'owner' ? '' : ' or a higher one'}`;
  if (kind === 'key')
    return `This needs ${role}, and an API key keeps the role that it was created with: \`svc api-key create --role ${needed}\`.`;
  const givers = needed === 'owner' ? 'an owner' : 'a manager or owner';
  return `This needs ${role}: ask ${givers} of the workspace, or an admin of its organization.`;
}
