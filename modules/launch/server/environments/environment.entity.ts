import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** How long environments are kept: until somebody deletes them, or as long as one run. */
export const keeps = ['named', 'run'] as const;

@Entity('launch_environments')
export class Environment {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) workspaceId!: string;
  @Column(columns.id()) organizationId!: string;
  /** `null` for one that lasts as long as its run. */
  @Column(columns.text({ nullable: true })) name!: string | null;
  /** The variables as JSON, sealed. */
  @Column(columns.text()) sealed!: string;
  @Column(columns.json()) keyNames!: string[];
  @Column(columns.oneOf(keeps)) keep!: (typeof keeps)[number];
  /** The run that it lasts as long as; `null` until there is one. */
  @Column(columns.id({ nullable: true })) runId!: string | null;
  @Column(columns.id({ nullable: true })) createdBy!: string | null;
  @Column(columns.instant()) createdAt!: Date;
  @Column(columns.instant()) updatedAt!: Date;
}
