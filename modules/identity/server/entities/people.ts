import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import { organizationRoles, type OrganizationRole } from '../../contract/access.js';

@Entity('identity_users')
export class User {
  @PrimaryColumn({ type: 'varchar' }) id!: string;
  /** As the person wrote it. */
  @Column(columns.text()) email!: string;
  /** The e-mail address in the form in which it is unique. */
  @Column(columns.text()) emailKey!: string;
  /** `null`: nobody can sign in with a password. */
  @Column(columns.text({ nullable: true })) passwordHash!: string | null;
  @Column(columns.id({ nullable: true })) defaultOrganizationId!: string | null;
  @Column(columns.instant()) createdAt!: Date;
}

@Entity('identity_organizations')
export class Organization {
  @PrimaryColumn({ type: 'varchar' }) id!: string;
  @Column(columns.text()) name!: string;
  /** Counted up by every change of people in it: the changes queue up behind this row. */
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
