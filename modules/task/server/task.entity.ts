import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LaunchRequest } from '../../launch/contract/launches.js';
import { columns, type MachineRow } from '../../persistence/contract/db.js';
import { taskStates, type TaskState } from '../contract/task.machine.js';
import type { TaskQuestion } from '../contract/task-inputs.js';

/** A task. It is never deleted: its idempotency key names it for good. */
@Entity('task_tasks')
export class Task implements MachineRow {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.oneOf(taskStates)) state!: TaskState;
  @Column(columns.counter()) version!: number;
  @Column(columns.id()) workspaceId!: string;
  @Column(columns.id()) organizationId!: string;
  @Column(columns.text()) workspaceName!: string;
  @Column(columns.id({ nullable: true })) createdBy!: string | null;
  /** What each turn launches; the skill is as it was named. */
  @Column(columns.json()) request!: LaunchRequest;
  @Column(columns.text({ nullable: true })) idempotencyKey!: string | null;
  @Column(columns.text({ nullable: true })) linkType!: string | null;
  @Column(columns.text({ nullable: true })) linkValue!: string | null;
  /** Hash of the link, which is too long for an index. */
  @Column(columns.text({ nullable: true })) linkKey!: string | null;
  /** What it waits for. */
  @Column(columns.json()) questions!: readonly TaskQuestion[];
  /** What clients have asked during the present turn. */
  @Column(columns.json()) pending!: readonly TaskQuestion[];
  /** Number of the present or last turn. */
  @Column(columns.counter()) turn!: number;
  /** The launch of that turn; `null` only within the unit of work that creates the task. */
  @Column(columns.id({ nullable: true })) launchRunId!: string | null;
  /** Number of its last event. */
  @Column(columns.counter()) lastEvent!: number;
  @Column(columns.instant()) createdAt!: Date;
  @Column(columns.instant()) updatedAt!: Date;
}
