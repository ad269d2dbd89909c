import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../persistence/contract/db.js';
import {
  actorKinds,
  taskEventTypes,
  type ActorKind,
  type TaskEventType,
} from '../contract/events.js';

/** Something that has happened to a task. */
@Entity('task_events')
export class TaskEvent {
  @PrimaryColumn(columns.id()) taskId!: string;
  /** From 1. */
  @PrimaryColumn({ type: 'integer' }) n!: number;
  @Column(columns.oneOf(taskEventTypes)) type!: TaskEventType;
  @Column(columns.oneOf(actorKinds)) actorKind!: ActorKind;
  /** `null` for agents and the server. */
  @Column(columns.text({ nullable: true })) actorName!: string | null;
  @Column(columns.instant()) at!: Date;
  @Column(columns.json()) data!: object;
}
