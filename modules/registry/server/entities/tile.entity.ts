import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** A plugin. The workspace's name is copied here, so that one statement finds and shows a plugin. */
@Entity('registry_tiles')
export class TileEntity {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) workspaceId!: string;
  @Column(columns.id()) organizationId!: string;
  @Column(columns.text()) workspaceName!: string;
  @Column(columns.text()) name!: string;
  /** `<workspace>/<plugin>`. */
  @Column(columns.text()) fullName!: string;
  /** As the latest version says. */
  @Column(columns.text()) description!: string;
  @Column(columns.boolean()) private!: boolean;
  @Column(columns.id({ nullable: true })) latestVersionId!: string | null;
  @Column(columns.instant({ nullable: true })) archivedAt!: Date | null;
  @Column(columns.text({ nullable: true })) archivedReason!: string | null;
  @Column(columns.instant()) createdAt!: Date;
  @Column(columns.instant()) updatedAt!: Date;
}
