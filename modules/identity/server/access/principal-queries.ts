import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { OrganizationMember, User } from '../entities/people.js';
import { Session, type SessionKind } from '../entities/tokens.js';
import { Workspace, WorkspaceMember } from '../entities/workspaces.js';
import { selectFields } from '../select-fields.js';
import type { MembershipRow } from './principal.js';

export interface SessionRow extends MembershipRow {
  readonly userId: string;
  readonly email: string;
  readonly sessionId: string;
  readonly tokenHash: string;
  readonly kind: SessionKind;
  /** Text on SQLite, a Date on PostgreSQL; the same applies to the next two fields. */
  readonly expiresAt: string | Date;
  readonly createdAt: string | Date;
  readonly lastUsedAt: string | Date | null;
}

/** Workspaces in which the user has a role, either their own or the workspace's default role for its organization. */
const MINE = `(w.orgDefaultRole IS NOT NULL OR EXISTS
  (SELECT 1 FROM identity_workspace_members mine WHERE mine.workspace_id = w.id AND mine.user_id = u.id))`;

function membershipsOf(manager: EntityManager): SelectQueryBuilder<User> {
  return manager
    .createQueryBuilder(User, 'u')
    .select('om.organizationId', 'organizationId')
    .addSelect('om.role', 'organizationRole')
    .addSelect('w.id', 'workspaceId')
    .addSelect('w.orgDefaultRole', 'orgDefaultRole')
    .addSelect('wm.role', 'workspaceRole')
    .leftJoin(OrganizationMember, 'om', 'om.userId = u.id')
    .leftJoin(Workspace, 'w', `w.organizationId = om.organizationId AND ${MINE}`)
    .leftJoin(WorkspaceMember, 'wm', 'wm.workspaceId = w.id AND wm.userId = u.id');
}

/** The sessions with this look-up prefix, with one row per membership of their users, read in one statement. */
export function findSessionRows(
  manager: EntityManager,
  tokenLookup: string,
): Promise<SessionRow[]> {
  const query = membershipsOf(manager)
    .addSelect('u.id', 'userId')
    .addSelect('u.email', 'email')
    .addSelect('s.id', 'sessionId');
  return selectFields(query, 's', ['tokenHash', 'kind', 'expiresAt', 'createdAt', 'lastUsedAt'])
    .innerJoin(Session, 's', 's.userId = u.id')
    .where('s.tokenLookup = :tokenLookup', { tokenLookup })
    .getRawMany<SessionRow>();
}

export function findMembershipRows(
  manager: EntityManager,
  userId: string,
): Promise<MembershipRow[]> {
  return membershipsOf(manager).where('u.id = :userId', { userId }).getRawMany<MembershipRow>();
}
