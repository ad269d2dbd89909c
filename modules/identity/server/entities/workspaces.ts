import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import { workspaceRoles, type WorkspaceRole } from '../../contract/access.js';
import { orgDefaultRoles, type OrgDefaultRole } from '../../contract/roles.js';

/** Name and organization never change. */
@Entity('identity_workspaces')
export class Workspace {
  @PrimaryColumn({ type: 'varchar' }) id!: string;
  @Column(columns.text()) name!: string;
  @Column(columns.id()) organizationId!: string;
  @Column(columns.oneOf(orgDefaultRoles, { nullable: true }))
  orgDefaultRole!: OrgDefaultRole | null;
  @Column(columns.instant()) createdAt!: Date;
  /** Set together with `archivedReason`. */
  @Column(columns.instant({ nullable: true })) archivedAt!: Date | null;
  @Column(columns.text({ nullable: true })) archivedReason!: string | null;
}

@Entity('identity_workspace_members')
export class WorkspaceMember {
  @PrimaryColumn({ type: 'varchar' }) workspaceId!: string;
  @PrimaryColumn({ type: 'varchar' }) userId!: string;
  @Column(columns.oneOf(workspaceRoles)) role!: WorkspaceRole;
  @Column(columns.instant()) createdAt!: Date;
}
