import { Column, Entity, PrimaryColumn } from 'typeorm';
import { RunEntity } from '../../../jobs/contract/db/run-entity.js';
import { columns } from '../../../persistence/contract/db.js';
import type { CriterionScore } from '../../contract/run-view.js';
import {
  cellStatuses,
  contaminations,
  variants,
  type CellStatus,
  type Contamination,
  type FailureClass,
  type Variant,
} from '../../contract/words.js';

/** How a cell was scored. */
export interface CellScore {
  /** From 0 to 1: points awarded of those that there are. */
  readonly score: number;
  readonly results: readonly CriterionScore[];
}

/** One scenario, solved once in one variant. */
@Entity('eval_cells')
export class Cell {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) runId!: string;
  @Column(columns.id()) workspaceId!: string;
  @Column(columns.id()) scenarioId!: string;
  @Column(columns.oneOf(variants)) variant!: Variant;
  /** From 1. */
  @Column(columns.counter()) repeat!: number;
  @Column(columns.oneOf(cellStatuses)) status!: CellStatus;
  /** Hash of everything that a solution depends on, the repeat among it; and of what its score depends on besides. */
  @Column(columns.text()) solutionKey!: string;
  @Column(columns.text()) scoreKey!: string;
  /** The job that works on it; `null` where the result was known. */
  @Column(columns.id({ nullable: true })) jobId!: string | null;
  /** The cell whose result, or whose solution, this one has taken over. */
  @Column(columns.id({ nullable: true })) takenFrom!: string | null;
  @Column(columns.json({ nullable: true })) scored!: CellScore | null;
  @Column(columns.json({ nullable: true })) failure!: {
    class: FailureClass;
    message: string;
  } | null;
  @Column(columns.oneOf(contaminations, { nullable: true })) contamination!: Contamination | null;
  @Column(columns.json({ nullable: true })) activatedSkills!: readonly string[] | null;
  @Column(columns.counter()) retries!: number;
  /** Milliseconds that the agent took. */
  @Column(columns.counter({ nullable: true })) agentMs!: number | null;
  /** The `Solution`, as JSON. */
  @Column(columns.text({ nullable: true })) solutionSha256!: string | null;
  /** The folder in which the agent worked, as a `.tgz`; `null` if it is too large to keep. */
  @Column(columns.text({ nullable: true })) filesSha256!: string | null;
  @Column(columns.instant()) createdAt!: Date;
  @Column(columns.instant({ nullable: true })) finishedAt!: Date | null;
}

/** Works on a cell. */
@Entity('eval_cell_jobs')
export class CellJob extends RunEntity {
  @Column(columns.id()) cellId!: string;
  @Column(columns.id()) runId!: string;
}
