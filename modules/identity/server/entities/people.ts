import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import { organizationRoles, type OrganizationRole } from '../../contract/access.js';

@Entity('identity_users')
export class User {
  @PrimaryColumn({ type: 'varchar' }) id!: string;
  /** As the user wrote it. */
  @Column(columns.text()) email!: string;
  /** The result of `emailKey`, which is unique. */
  @Column(columns.text()) emailKey!: string;
  /** `null`: the account has no password sign-in. */
  @Column(columns.text({ nullable: true })) passwordHash!: string | null;
  @Column(columns.id({ nullable: true })) defaultOrganizationId!: string | null;
  @Column(columns.instant()) createdAt!: Date;
}

@Entity('identity_organizations')
export class Organization {
  @PrimaryColumn({ type: 'varchar' }) id!: string;
  @Column(columns.text()) name!: string;
  /** Incremented by every change of the members; the update locks the row, which serializes the changes. */
  @Column(columns.counter()) revision!: number;
  @Column(columns.instant()) createdAt!: Date;
}

@Entity('identity_organization_members')
export class OrganizationMember {
  @PrimaryColumn({ type: 'varchar' }) organizationId!: string;
  @PrimaryColumn({ type: 'varchar' }) userId!: string;
  @Column(columns.oneOf(organizationRoles)) role!: OrganizationRole;
  @Column(columns.instant()) createdAt!: Date;
}
