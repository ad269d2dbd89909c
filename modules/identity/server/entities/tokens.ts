import {
  Column,
  Entity,
  PrimaryColumn,
  type EntityManager,
  type EntityTarget,
  type FindOptionsWhere,
} from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import {
  organizationRoles,
  workspaceRoles,
  type OrganizationRole,
  type WorkspaceRole,
} from '../../contract/access.js';
import { sameHash, storedToken } from '../token.js';

/** Columns that all kinds of tokens share. The token itself is never stored. */
export abstract class StoredToken {
  @PrimaryColumn({ type: 'varchar' }) id!: string;
  /** First 16 hex digits of the hash, by which rows are looked up. */
  @Column(columns.text()) tokenLookup!: string;
  /** SHA-256 in hex; compared in constant time. */
  @Column(columns.text()) tokenHash!: string;
  @Column(columns.instant()) createdAt!: Date;
}

/** The row of a token, also when the token has expired. */
export async function findByToken<T extends StoredToken>(
  manager: EntityManager,
  entity: EntityTarget<T>,
  token: string,
): Promise<T | undefined> {
  const { tokenLookup, tokenHash } = storedToken(token);
  const rows = await manager.findBy(entity, { tokenLookup } as FindOptionsWhere<T>);
  return rows.find((row) => sameHash(row.tokenHash, tokenHash));
}

/** `program`: the command line or a tool server. `page`: a browser. */
export const sessionKinds = ['program', 'page'] as const;
export type SessionKind = (typeof sessionKinds)[number];

@Entity('identity_sessions')
export class Session extends StoredToken {
  @Column(columns.id()) userId!: string;
  @Column(columns.oneOf(sessionKinds)) kind!: SessionKind;
  /** The name that the client gave itself; helps users to recognise their sessions. */
  @Column(columns.text({ nullable: true })) client!: string | null;
  /** The client's network address at sign-in. */
  @Column(columns.text({ nullable: true })) address!: string | null;
  /** Up to five minutes behind; `null` until the session is used again. */
  @Column(columns.instant({ nullable: true })) lastUsedAt!: Date | null;
  @Column(columns.instant()) expiresAt!: Date;
}

@Entity('identity_api_keys')
export class ApiKey extends StoredToken {
  @Column(columns.text()) name!: string;
  /** `null` for a key of the whole organization. */
  @Column(columns.id({ nullable: true })) workspaceId!: string | null;
  @Column(columns.id()) organizationId!: string;
  @Column(columns.oneOf(workspaceRoles)) role!: WorkspaceRole;
  @Column(columns.text()) obfuscatedValue!: string;
  @Column(columns.id()) createdBy!: string;
  @Column(columns.instant({ nullable: true })) expiresAt!: Date | null;
  @Column(columns.instant({ nullable: true })) revokedAt!: Date | null;
}

/** A one-time code. One without an organization is for the first administrator and creates the organization. */
@Entity('identity_invitations')
export class Invitation extends StoredToken {
  /** Only this address may redeem it; `null` means any. */
  @Column(columns.text({ nullable: true })) emailKey!: string | null;
  @Column(columns.id({ nullable: true })) organizationId!: string | null;
  @Column(columns.oneOf(organizationRoles)) organizationRole!: OrganizationRole;
  @Column(columns.id({ nullable: true })) workspaceId!: string | null;
  @Column(columns.oneOf(workspaceRoles, { nullable: true })) workspaceRole!: WorkspaceRole | null;
  @Column(columns.id({ nullable: true })) createdBy!: string | null;
  @Column(columns.instant()) expiresAt!: Date;
  @Column(columns.instant({ nullable: true })) redeemedAt!: Date | null;
}

/** A one-time code for choosing a new password. */
@Entity('identity_password_resets')
export class PasswordReset extends StoredToken {
  @Column(columns.id()) userId!: string;
  /** `null`: issued by the operator of the server. */
  @Column(columns.id({ nullable: true })) createdBy!: string | null;
  @Column(columns.instant()) expiresAt!: Date;
}
