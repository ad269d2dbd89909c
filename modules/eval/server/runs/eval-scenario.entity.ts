import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import type { QualityAssessment } from '../../contract/run-view.js';

/** A scenario of a run. */
@Entity('eval_scenarios')
export class EvalScenario {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) runId!: string;
  @Column(columns.counter()) position!: number;
  /** Name of its folder. */
  @Column(columns.text()) name!: string;
  /** Hash of its files and of those of its directory fixtures. */
  @Column(columns.text()) fingerprint!: string;
  @Column(columns.text()) task!: string;
  /** The fields of `criteria.json`. */
  @Column(columns.json()) criteria!: object;
  @Column(columns.oneOf(['included', 'rejected'])) quality!: 'included' | 'rejected';
  @Column(columns.json({ nullable: true })) assessment!: QualityAssessment | null;
}
