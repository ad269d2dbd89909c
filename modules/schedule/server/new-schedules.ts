import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { WorkspaceSummary } from '../../identity/contract/access.js';
import type { Owner } from './owners.js';
import type { Schedule } from './schedule.entity.js';
import { timesOf, type Times } from './times.js';
import { zoneDataKey } from './zone-data.js';

interface NewSchedule {
  readonly id: string;
  readonly workspace: WorkspaceSummary;
  readonly owner: Owner;
  readonly times: Times;
  readonly launch: Schedule['launch'];
  /** The entry of a `svc.json` that defines it. */
  readonly source?: Pick<Schedule, 'sourceRepo' | 'sourceFolder' | 'sourceKey'>;
}

/** The columns of a schedule. */
export type ScheduleRow = Pick<Schedule, keyof Schedule>;

const noSource = { sourceRepo: null, sourceFolder: null, sourceKey: null };

const nothingYet = {
  lastTime: null,
  lastRunId: null,
  missed: 0,
  skipped: 0,
  refused: 0,
  pausedBecause: null,
  lastProblem: null,
};

/** Makes the rows of schedules. */
@injectable()
export class NewSchedules {
  constructor(
    @inject(zoneDataKey) private readonly zoneData: string,
    @inject(hostKey) private readonly host: Pick<HostInfo, 'clock'>,
  ) {}

  /** The row of an active schedule. */
  row({ id, workspace, owner, times, launch, source = noSource }: NewSchedule): ScheduleRow {
    const now = this.host.clock();
    return {
      ...nothingYet,
      ...owner,
      ...source,
      ...this.times(times),
      id,
      state: 'active',
      version: 1,
      workspaceId: workspace.id,
      organizationId: workspace.organizationId,
      label: launch.label ?? null,
      launch,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** The first time of a schedule from now on. */
  nextOf(schedule: Pick<Schedule, 'cron' | 'timezone'>): Date | null {
    return timesOf(schedule).next(this.host.clock()) ?? null;
  }

  /** The columns of times that count from now on. */
  times({ cron, timezone, table }: Times) {
    const nextRunAt = table.next(this.host.clock()) ?? null;
    return { cron, timezone, nextRunAt, zoneData: this.zoneData };
  }
}
