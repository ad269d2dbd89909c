import type { QueryRunner } from 'typeorm';
import {
  columns,
  createTable,
  type Migration,
  type TableSpec,
} from '../../persistence/contract/db.js';
import { scheduleStates } from '../contract/schedule.machine.js';
import { runCauses } from '../contract/schedule-view.js';
import { ownerKinds } from './schedule.entity.js';

const text = columns.text({ nullable: true });
const json = columns.json({ nullable: true });
const instant = columns.instant({ nullable: true });

const schedules: TableSpec = {
  name: 'schedule_schedules',
  columns: {
    id: columns.id(),
    state: columns.oneOf(scheduleStates),
    version: columns.counter(),
    workspace_id: columns.id(),
    organization_id: columns.id(),
    owner_kind: columns.oneOf(ownerKinds),
    owner_id: columns.id(),
    owner_label: columns.text(),
    label: text,
    cron: columns.text(),
    timezone: columns.text(),
    zone_data: columns.text(),
    next_run_at: instant,
    launch: columns.json(),
    source_repo: text,
    source_folder: text,
    source_key: text,
    last_time: instant,
    last_run_id: columns.id({ nullable: true }),
    missed: columns.counter(),
    skipped: columns.counter(),
    refused: columns.counter(),
    paused_because: json,
    last_problem: json,
    created_at: columns.instant(),
    updated_at: columns.instant(),
  },
  indices: [
    // finds what is due, however many are active
    { columns: ['state', 'next_run_at', 'id'] },
    { columns: ['workspace_id', 'created_at', 'id'] },
    {
      columns: ['workspace_id', 'source_repo', 'source_folder', 'source_key'],
      unique: true,
      where: '"source_key" IS NOT NULL',
    },
  ],
};

const runs: TableSpec = {
  name: 'schedule_runs',
  columns: {
    launch_run_id: columns.id(),
    schedule_id: columns.id(),
    cause: columns.oneOf(runCauses),
    scheduled_for: instant,
    created_at: columns.instant(),
  },
  primary: ['launch_run_id'],
  foreign: [{ columns: ['schedule_id'], table: 'schedule_schedules', onDelete: 'CASCADE' }],
  indices: [
    {
      columns: ['schedule_id', 'scheduled_for'],
      unique: true,
      where: '"scheduled_for" IS NOT NULL',
    },
    { columns: ['schedule_id', 'created_at', 'launch_run_id'] },
  ],
};

export class CreateSchedules1768600000000 implements Migration {
  readonly name = 'CreateSchedules1768600000000';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, schedules);
    await createTable(runner, runs);
  }
}
