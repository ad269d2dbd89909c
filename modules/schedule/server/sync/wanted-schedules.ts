import {
  hostKey,
  isSvcError,
  type Caller,
  type ErrorIssue,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { WorkspaceSummary } from '../../../identity/contract/access.js';
import { isFinal } from '../../../jobs/contract/is-final.js';
import {
  launchesKey,
  type Launches,
  type LaunchRequest,
} from '../../../launch/contract/launches.js';
import { schedulesRefused } from '../../contract/errors.js';
import type { ScheduleEntry, SyncSchedulesInput } from '../../contract/schedule-inputs.js';
import { Launching } from '../launching.js';
import type { Schedule } from '../schedule.entity.js';
import { scheduleSettingsKey, type ScheduleSettings } from '../settings.js';
import { checkedTimes, type Times } from '../times.js';

/** An entry of a file, checked. */
export interface WantedSchedule {
  readonly key: string;
  readonly times: Times;
  readonly launch: Schedule['launch'];
}

interface Asked {
  readonly input: SyncSchedulesInput;
  readonly workspace: WorkspaceSummary;
  readonly caller: Caller;
}

/** Checks the entries of a file. */
@injectable()
export class WantedSchedules {
  constructor(
    @inject(launchesKey) private readonly launches: Launches,
    @inject(Launching) private readonly launching: Launching,
    @inject(scheduleSettingsKey) private readonly settings: ScheduleSettings,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Throws `schedules_refused` with a problem for each entry that cannot be used. */
  async of(asked: Asked): Promise<readonly WantedSchedule[]> {
    const wanted: WantedSchedule[] = [];
    const issues: ErrorIssue[] = [];
    const keys = new Set<string>();
    for (const entry of asked.input.schedules) {
      const field = `schedules.${entry.key}`;
      if (keys.has(entry.key))
        issues.push({ field, message: 'there is another entry of this name' });
      keys.add(entry.key);
      try {
        wanted.push(await this.#check(entry, asked));
      } catch (error) {
        if (!isSvcError(error) || !isFinal(error)) throw error;
        issues.push({ field, message: error.message });
      }
    }
    if (issues.length > 0) throw schedulesRefused({ count: issues.length }, { issues });
    return wanted;
  }

  async #check(entry: ScheduleEntry, { input, workspace, caller }: Asked): Promise<WantedSchedule> {
    const { key, cron, timezone, environment: name, ...launch } = entry;
    const now = this.host.clock();
    const times = await checkedTimes({ cron, timezone }, { now, settings: this.settings });
    const { id: environment } = await this.launches.environment(name, workspace.id);
    const wanted: LaunchRequest = { label: key, ...launch, repo: input.repo, environment };
    const { request } = await this.launching.prepare({ input: wanted, workspace, caller });
    return { key, times, launch: request };
  }
}
