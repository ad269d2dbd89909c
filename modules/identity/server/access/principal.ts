import {
  workspaceRoles,
  type OrganizationRole,
  type WorkspaceRole,
} from '../../contract/access.js';
import { notASession } from '../../contract/errors.js';
import { includesRole, strongerRole } from '../../contract/roles.js';
import type { SessionKind } from '../entities/tokens.js';

/** The caller's roles, read in one statement when the call arrives. */
export interface Principal {
  readonly kind: 'anonymous' | 'user' | 'key' | 'system';
  readonly id: string | null;
  /** The session that the call uses, if any. */
  readonly session?: { readonly id: string; readonly kind: SessionKind };
  readonly organizations: ReadonlyMap<string, OrganizationRole>;
  /** Role in every workspace of an organization, for its admins and its API keys. */
  readonly organizationWide: ReadonlyMap<string, WorkspaceRole>;
  /** Roles in single workspaces, including default roles. */
  readonly workspaces: ReadonlyMap<string, WorkspaceRole>;
}

const nothing = { organizations: new Map(), organizationWide: new Map(), workspaces: new Map() };

export const anonymousPrincipal: Principal = { kind: 'anonymous', id: null, ...nothing };
export const systemPrincipal: Principal = { kind: 'system', id: null, ...nothing };

/** One membership of a user: an organization, and at most one workspace in it. */
export interface MembershipRow {
  readonly organizationId: string | null;
  readonly organizationRole: OrganizationRole | null;
  readonly workspaceId: string | null;
  readonly workspaceRole: WorkspaceRole | null;
  readonly orgDefaultRole: WorkspaceRole | null;
}

const ALL = workspaceRoles[workspaceRoles.length - 1] ?? 'owner';

export function principalOfUser(
  id: string,
  rows: readonly MembershipRow[],
  session?: Principal['session'],
): Principal {
  const organizations = new Map<string, OrganizationRole>();
  const organizationWide = new Map<string, WorkspaceRole>();
  const workspaces = new Map<string, WorkspaceRole>();
  for (const row of rows) {
    if (row.organizationId === null || row.organizationRole === null) continue;
    organizations.set(row.organizationId, row.organizationRole);
    if (row.organizationRole === 'admin') organizationWide.set(row.organizationId, ALL);
    const role = strongerRole(row.workspaceRole ?? undefined, row.orgDefaultRole ?? undefined);
    if (row.workspaceId !== null && role !== undefined) workspaces.set(row.workspaceId, role);
  }
  return {
    kind: 'user',
    id,
    ...(session === undefined ? {} : { session }),
    organizations,
    organizationWide,
    workspaces,
  };
}

/** An API key is not a member. It has its role in its workspace, or in all workspaces of its organization. */
export function principalOfKey(key: {
  id: string;
  workspaceId: string | null;
  organizationId: string;
  role: WorkspaceRole;
}): Principal {
  if (key.workspaceId !== null)
    return {
      kind: 'key',
      id: key.id,
      ...nothing,
      workspaces: new Map([[key.workspaceId, key.role]]),
    };
  const organizations = new Map([[key.organizationId, 'member' as const]]);
  return {
    kind: 'key',
    id: key.id,
    ...nothing,
    organizations,
    organizationWide: new Map([[key.organizationId, key.role]]),
  };
}

/** The strongest role that the principal has in a workspace. */
export function roleIn(
  principal: Principal,
  workspaceId: string,
  organizationId: string | undefined,
): WorkspaceRole | undefined {
  const wide =
    organizationId === undefined ? undefined : principal.organizationWide.get(organizationId);
  return strongerRole(principal.workspaces.get(workspaceId), wide);
}

/** Whether the principal may grant a role: a role above one's own cannot be granted. */
export function mayGrant(own: WorkspaceRole | undefined, role: WorkspaceRole): boolean {
  return includesRole(own, role);
}

/** The session that the call uses, and its user. Throws `not_a_session` for API keys. */
export function sessionOf({ id: userId, session }: Principal): {
  readonly userId: string;
  readonly id: string;
  readonly kind: SessionKind;
} {
  if (userId === null || session === undefined) throw notASession();
  return { userId, ...session };
}
