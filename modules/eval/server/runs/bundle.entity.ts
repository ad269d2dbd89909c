import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import { bundleKinds, type BundleKind } from '../../contract/run-inputs.js';

/** An archive that waits for the run or generation that names it. */
@Entity('eval_bundles')
export class Bundle {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) workspaceId!: string;
  @Column(columns.id({ nullable: true })) createdBy!: string | null;
  @Column(columns.oneOf(bundleKinds)) kind!: BundleKind;
  @Column(columns.text()) sha256!: string;
  @Column(columns.text()) fingerprint!: string;
  @Column(columns.counter()) bytes!: number;
  @Column(columns.instant()) createdAt!: Date;
}
