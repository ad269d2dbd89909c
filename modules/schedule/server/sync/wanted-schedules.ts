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
  type EnvironmentName,
  type Launches,
  type LaunchRequest,
} from '../../../launch/contract/launches.js';
import { schedulesRefused } from '../../contract/errors.js';
import type { ScheduleEntry, SyncSchedulesInput } from '../../contract/schedule-inputs.js';
import type { Schedule } from '../schedule.entity.js';
import { scheduleSettingsKey, type ScheduleSettings } from '../settings.js';
import { checkedTimes, type Times } from '../times.js';

/** An entry of a file, checked. */
export interface WantedSchedule {
  readonly key: string;
  readonly times: Times;
  readonly launch: Schedule['launch'];
}

interface Asked extends Readonly<Pick<SyncSchedulesInput, 'repo' | 'schedules'>> {
  readonly workspace: WorkspaceSummary;
  readonly caller: Caller;
}

/** An entry whose launch is still to be checked. */
type Entry = Omit<WantedSchedule, 'launch'> & { readonly input: LaunchRequest };

/** Checks the entries of a file. */
@injectable()
export class WantedSchedules {
  constructor(
    @inject(launchesKey) private readonly launches: Launches,
    @inject(scheduleSettingsKey) private readonly settings: ScheduleSettings,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Throws `schedules_refused` with a problem for each entry that cannot be used. */
  async of({ repo, schedules, workspace, caller }: Asked): Promise<readonly WantedSchedule[]> {
    const issues = repeatedKeys(schedules);
    const environments = await this.#environments(schedules, workspace);
    const entries: Entry[] = [];
    for (const given of schedules) {
      try {
        entries.push(await this.#entry(given, repo, environments));
      } catch (error) {
        issues.push(issueOf(given.key, error));
      }
    }
    const start = { workspace, caller, trigger: 'scheduled', repeats: true } as const;
    const prepared = await this.launches.prepare(entries.map((each) => ({ ...start, ...each })));
    const wanted = entries.flatMap(({ key, times }, at) => {
      const outcome = prepared[at];
      if (outcome?.status === 'fulfilled') return { key, times, launch: outcome.value.request };
      issues.push(issueOf(key, outcome?.reason));
      return [];
    });
    if (issues.length > 0) throw schedulesRefused({ count: issues.length }, { issues });
    return wanted;
  }

  /** Each of them is looked up once. */
  async #environments(entries: readonly ScheduleEntry[], { id }: WorkspaceSummary) {
    const found = new Map<string, PromiseSettledResult<EnvironmentName>>();
    for (const name of new Set(entries.map(({ environment }) => environment))) {
      const [outcome] = await Promise.allSettled([this.launches.environment(name, id)]);
      found.set(name, outcome);
    }
    return found;
  }

  async #entry(
    { key, cron, timezone, environment: name, ...launch }: ScheduleEntry,
    repo: string,
    environments: ReadonlyMap<string, PromiseSettledResult<EnvironmentName>>,
  ): Promise<Entry> {
    const now = this.host.clock();
    const times = await checkedTimes({ cron, timezone }, { now, settings: this.settings });
    const environment = environments.get(name);
    if (environment?.status !== 'fulfilled') throw environment?.reason;
    const input = { label: key, ...launch, repo, environment: environment.value.id };
    return { key, times, input };
  }
}

function repeatedKeys(entries: readonly ScheduleEntry[]): ErrorIssue[] {
  const keys = entries.map(({ key }) => key);
  return keys
    .filter((key, at) => keys.indexOf(key) !== at)
    .map((key) => ({ field: fieldOf(key), message: 'there is another entry of this name' }));
}

const fieldOf = (key: string): string => `schedules.${key}`;

/** Throws what is no problem of the entry, such as an outage. */
function issueOf(key: string, error: unknown): ErrorIssue {
  if (!isSvcError(error) || !isFinal(error)) throw error;
  return { field: fieldOf(key), message: error.message };
}
