import { Column, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import type { Run } from '../db.js';
import { runStates, type RunState } from '../run.machine.js';

/** Base of the entities that hold runs. The table is made by `runTable`; a module adds its own columns to both. */
export abstract class RunEntity implements Run {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.oneOf(runStates)) state!: RunState;
  @Column(columns.counter()) version!: number;
  @Column(columns.counter()) attempt!: number;
  @Column(columns.counter()) failures!: number;
  @Column(columns.instant({ nullable: true })) leaseUntil!: Date | null;
  @Column(columns.instant()) availableAt!: Date;
  @Column(columns.instant({ nullable: true })) deadlineAt!: Date | null;
  @Column(columns.json({ nullable: true })) progress!: object | null;
  @Column(columns.instant({ nullable: true })) cancelRequestedAt!: Date | null;
  @Column(columns.text({ nullable: true })) error!: string | null;
  @Column(columns.instant()) createdAt!: Date;
  @Column(columns.instant({ nullable: true })) startedAt!: Date | null;
  @Column(columns.instant({ nullable: true })) finishedAt!: Date | null;
}
