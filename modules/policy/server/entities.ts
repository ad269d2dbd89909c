import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../persistence/contract/db.js';
import type { InstallPolicyDocument, PublishPolicyDocument } from '../contract/dto/documents.js';
import type { ManagedManifest } from '../contract/dto/managed-project.js';

/** The policies of one target; a target without policies has no row. */
@Entity('policy_policies')
export class PolicyEntity {
  @PrimaryColumn(columns.id()) targetId!: string;
  @Column(columns.text()) targetType!: string;
  /** For an organization, its own id. */
  @Column(columns.id()) organizationId!: string;
  /** The workspace of the target; for a workspace, its own id. */
  @Column(columns.id({ nullable: true })) workspaceId!: string | null;
  @Column(columns.json({ nullable: true })) install!: InstallPolicyDocument | null;
  @Column(columns.json({ nullable: true })) publish!: PublishPolicyDocument | null;
  /** Id of the user or key. */
  @Column(columns.id({ nullable: true })) updatedBy!: string | null;
  @Column(columns.instant()) updatedAt!: Date;
}

/** The settings that a workspace prescribes for its managed projects. */
@Entity('policy_managed_projects')
export class ManagedProjectEntity {
  @PrimaryColumn(columns.id()) workspaceId!: string;
  @Column(columns.id()) organizationId!: string;
  @Column(columns.json()) manifest!: ManagedManifest;
  /** Id of the user or key. */
  @Column(columns.id({ nullable: true })) updatedBy!: string | null;
  @Column(columns.instant()) updatedAt!: Date;
}
