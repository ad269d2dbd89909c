import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/** Whether evaluations of a workspace are on; without a row they are. */
@Entity('eval_switches')
export class EvalSwitch {
  @PrimaryColumn(columns.id()) workspaceId!: string;
  @Column(columns.boolean()) enabled!: boolean;
}

/** Points that a person has changed. The newest of a criterion counts. */
@Entity('eval_overrides')
export class ScoreOverride {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) cellId!: string;
  @Column(columns.text()) criterion!: string;
  /** Thousandths of points. */
  @Column(columns.counter()) milliPoints!: number;
  @Column(columns.text()) reason!: string;
  @Column(columns.id({ nullable: true })) createdBy!: string | null;
  @Column(columns.instant()) createdAt!: Date;
}
