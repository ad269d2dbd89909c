import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PreparedLaunch } from '../../launch/contract/launches.js';
import { columns } from '../../persistence/contract/db.js';
import { scheduleStates, type ScheduleState } from '../contract/schedule.machine.js';
import { runCauses } from '../contract/schedule-view.js';

export const ownerKinds = ['user', 'key'] as const;

/** Why something did not happen, as it is stored. */
export interface StoredProblem {
  readonly code: string;
  readonly message: string;
  /** ISO 8601. */
  readonly at: string;
}

@Entity('schedule_schedules')
export class Schedule {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.oneOf(scheduleStates)) state!: ScheduleState;
  /** Counts what people and programs change; launching at its times does not count. */
  @Column(columns.counter()) version!: number;
  @Column(columns.id()) workspaceId!: string;
  @Column(columns.id()) organizationId!: string;
  /** Whose rights count when it launches. */
  @Column(columns.oneOf(ownerKinds)) ownerKind!: (typeof ownerKinds)[number];
  @Column(columns.id()) ownerId!: string;
  @Column(columns.text()) ownerLabel!: string;
  @Column(columns.text({ nullable: true })) label!: string | null;
  @Column(columns.text()) cron!: string;
  @Column(columns.text()) timezone!: string;
  /** Version of the zone data that `nextRunAt` was computed with. */
  @Column(columns.text()) zoneData!: string;
  /** `null` while it is paused. */
  @Column(columns.instant({ nullable: true })) nextRunAt!: Date | null;
  /** What it launches. */
  @Column(columns.json()) launch!: PreparedLaunch['request'];
  /** Repository, folder and key of the entry in a `svc.json` that defines it; `null` for others. */
  @Column(columns.text({ nullable: true })) sourceRepo!: string | null;
  @Column(columns.text({ nullable: true })) sourceFolder!: string | null;
  @Column(columns.text({ nullable: true })) sourceKey!: string | null;
  /** The latest of its times that began a launch, and that launch. */
  @Column(columns.instant({ nullable: true })) lastTime!: Date | null;
  @Column(columns.id({ nullable: true })) lastRunId!: string | null;
  @Column(columns.counter()) missed!: number;
  @Column(columns.counter()) skipped!: number;
  @Column(columns.counter()) refused!: number;
  @Column(columns.json({ nullable: true })) pausedBecause!: StoredProblem | null;
  @Column(columns.json({ nullable: true })) lastProblem!: StoredProblem | null;
  @Column(columns.instant()) createdAt!: Date;
  @Column(columns.instant()) updatedAt!: Date;
}

/** A launch that a schedule has begun. A time of a schedule has one row at most. */
@Entity('schedule_runs')
export class ScheduleRun {
  /** Id of the launch. */
  @PrimaryColumn(columns.id()) launchRunId!: string;
  @Column(columns.id()) scheduleId!: string;
  @Column(columns.oneOf(runCauses)) cause!: (typeof runCauses)[number];
  /** `null` for one that was triggered. */
  @Column(columns.instant({ nullable: true })) scheduledFor!: Date | null;
  @Column(columns.instant()) createdAt!: Date;
}
