import type { Located } from 'svc-registry/kernel';
import type { OrganizationRole, WorkspaceRole } from '../../contract/access.js';
import { notASession, roleTooHigh } from '../../contract/errors.js';
import { includesRole, strongerRole } from '../../contract/roles.js';
import type { ApiKey, SessionKind } from '../entities/tokens.js';

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

const noRoles = { organizations: new Map(), organizationWide: new Map(), workspaces: new Map() };

export const anonymousPrincipal: Principal = { kind: 'anonymous', id: null, ...noRoles };
export const systemPrincipal: Principal = { kind: 'system', id: null, ...noRoles };

/** One membership of a user: an organization, and at most one workspace in it. */
export interface MembershipRow {
  readonly organizationId: string | null;
  readonly organizationRole: OrganizationRole | null;
  readonly workspaceId: string | null;
  readonly workspaceRole: WorkspaceRole | null;
  readonly orgDefaultRole: WorkspaceRole | null;
}

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
    if (row.organizationRole === 'admin') organizationWide.set(row.organizationId, 'owner');
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
export function principalOfKey(
  key: Pick<ApiKey, 'id' | 'workspaceId' | 'organizationId' | 'role'>,
): Principal {
  const { id, workspaceId, organizationId, role } = key;
  if (workspaceId !== null)
    return { kind: 'key', id, ...noRoles, workspaces: new Map([[workspaceId, role]]) };
  return {
    kind: 'key',
    id,
    ...noRoles,
    organizations: new Map([[organizationId, 'member']]),
    organizationWide: new Map([[organizationId, role]]),
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

/** Throws `role_too_high` for a role above the principal's own, which the principal cannot grant, change or remove. */
export function refuseHigherRole(
  principal: Principal,
  role: WorkspaceRole,
  { workspaceId, organizationId = '' }: Located,
): void {
  if (principal.kind === 'system') return;
  const own =
    workspaceId === undefined
      ? principal.organizationWide.get(organizationId)
      : roleIn(principal, workspaceId, organizationId);
  if (!includesRole(own, role)) throw roleTooHigh({ role, own: own ?? 'none' });
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
