import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../persistence/contract/db.js';

/** A project. The row of a deleted one stays, so that records that refer to it keep its name; its name and source can be used again. */
@Entity('project_projects')
export class ProjectEntity {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) workspaceId!: string;
  @Column(columns.id()) organizationId!: string;
  @Column(columns.text()) workspaceName!: string;
  @Column(columns.text()) name!: string;
  @Column(columns.text({ nullable: true })) sourceType!: string | null;
  @Column(columns.text({ nullable: true })) sourceUri!: string | null;
  @Column(columns.text({ nullable: true })) repoSubpath!: string | null;
  /** Hash of the source's three parts, which are too long for an index. */
  @Column(columns.text({ nullable: true })) sourceKey!: string | null;
  @Column(columns.id({ nullable: true })) createdBy!: string | null;
  @Column(columns.instant()) createdAt!: Date;
  @Column(columns.instant()) updatedAt!: Date;
  @Column(columns.instant({ nullable: true })) deletedAt!: Date | null;
}
