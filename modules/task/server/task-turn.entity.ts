import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AnsweredTurn } from '../../launch/contract/launches.js';
import { columns } from '../../persistence/contract/db.js';

/** A turn of a task, and what was answered after it. */
@Entity('task_turns')
export class TaskTurn {
  @PrimaryColumn(columns.id()) taskId!: string;
  /** From 1. */
  @PrimaryColumn({ type: 'integer' }) turn!: number;
  @Column(columns.id()) launchRunId!: string;
  /** `null` until its questions were answered. */
  @Column(columns.json({ nullable: true })) answered!: AnsweredTurn | null;
}
