import { hostKey, isSvcError, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { isOver } from '../../../jobs/contract/run.machine.js';
import { isFinal } from '../../../jobs/contract/is-final.js';
import {
  launchesKey,
  type Launches,
  type LaunchStart,
  type PreparedLaunch,
} from '../../../launch/contract/launches.js';
import type { Schedule, StoredProblem } from '../schedule.entity.js';
import { scheduleSettingsKey, type ScheduleSettings } from '../settings.js';
import { timesOf } from '../times.js';
import { decide, type Decision } from './decide.js';
import { Rights, type Launcher } from './rights.js';

/** What is to be done with a schedule that is due. */
export interface Candidate {
  readonly schedule: Schedule;
  readonly decision: Decision;
  /** Set if `decision.run` is to be launched. */
  readonly prepared?: PreparedLaunch | undefined;
  /** Why nothing is launched. */
  readonly problem?: StoredProblem | undefined;
  /** The schedule is paused for this problem. */
  readonly suspend?: boolean | undefined;
}

const OWNER_LOST = {
  code: 'owner_lost_right',
  message:
    'Its owner may not launch skills in this workspace any more. Whoever resumes it becomes its owner.',
};
const ENVIRONMENT_GONE = {
  code: 'environment_gone',
  message:
    'Its environment was deleted. Delete the schedule and create it again with another one; if svc.json defines it, name another one there and run `svc schedule sync`.',
};

/** Finds out what is to be done with schedules that are due; writes nothing. */
@injectable()
export class Candidates {
  constructor(
    @inject(launchesKey) private readonly launches: Launches,
    @inject(Rights) private readonly rights: Rights,
    @inject(scheduleSettingsKey) private readonly settings: ScheduleSettings,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Without those that cannot be decided now, such as while a service is unavailable. */
  async of(schedules: readonly Schedule[]): Promise<readonly Candidate[]> {
    const decided = await this.#decide(schedules);
    const launchers = await this.#launchers(decided);
    const starts: LaunchStart[] = [];
    const starting: Candidate[] = [];
    const candidates: Candidate[] = [];
    for (const candidate of decided) {
      const launcher = launchers.get(ownerKey(candidate.schedule));
      if (candidate.decision.run === undefined) candidates.push(candidate);
      else if (launcher === undefined)
        candidates.push({ ...candidate, problem: this.#now(OWNER_LOST), suspend: true });
      else {
        starting.push(candidate);
        starts.push({
          ...launcher,
          input: candidate.schedule.launch,
          trigger: 'scheduled',
          repeats: true,
        });
      }
    }
    const prepared = await this.launches.prepare(starts);
    for (const [at, candidate] of starting.entries()) {
      const outcome = prepared[at];
      if (outcome?.status === 'fulfilled')
        candidates.push({ ...candidate, prepared: outcome.value });
      else candidates.push(...(await this.#refused(candidate, outcome?.reason)));
    }
    return candidates;
  }

  async #decide(schedules: readonly Schedule[]): Promise<Candidate[]> {
    const outcomes = await this.launches.outcomes(
      schedules.flatMap(({ lastRunId }) => lastRunId ?? []),
    );
    const now = this.host.clock();
    const windowMs = this.settings.windowMinutes * 60_000;
    return schedules.flatMap((schedule) => {
      const { nextRunAt: due, lastRunId } = schedule;
      if (due === null) return [];
      const last = lastRunId === null ? undefined : outcomes.get(lastRunId);
      const busy = last !== undefined && !isOver(last.status);
      return [{ schedule, decision: decide(timesOf(schedule), { due, now, windowMs, busy }) }];
    });
  }

  /** By owner and workspace, which many schedules share. */
  async #launchers(candidates: readonly Candidate[]): Promise<Map<string, Launcher | undefined>> {
    const launchers = new Map<string, Launcher | undefined>();
    for (const { schedule, decision } of candidates) {
      const key = ownerKey(schedule);
      if (decision.run !== undefined && !launchers.has(key))
        launchers.set(key, await this.rights.launcherOf(schedule));
    }
    return launchers;
  }

  async #refused(candidate: Candidate, reason: unknown): Promise<Candidate[]> {
    const { schedule } = candidate;
    if (!isSvcError(reason) || !isFinal(reason)) {
      this.host.log.warn(
        { schedule: schedule.id, error: reason },
        'a schedule could not launch; it is tried again in a second',
      );
      return [];
    }
    if (await this.#environmentGone(schedule, reason.code))
      return [{ ...candidate, problem: this.#now(ENVIRONMENT_GONE), suspend: true }];
    const { code, message, hint } = reason;
    const text = hint === undefined ? message : `${message} ${hint}`;
    return [{ ...candidate, problem: this.#now({ code, message: text }) }];
  }

  async #environmentGone({ launch, workspaceId }: Schedule, code: string): Promise<boolean> {
    if (code !== 'not_found' || launch.environment === undefined) return false;
    try {
      await this.launches.environment(launch.environment, workspaceId);
      return false;
    } catch (error) {
      if (isSvcError(error) && error.code === 'not_found') return true;
      throw error;
    }
  }

  #now(problem: Omit<StoredProblem, 'at'>): StoredProblem {
    return { ...problem, at: this.host.clock().toISOString() };
  }
}

const ownerKey = ({ ownerKind, ownerId, workspaceId }: Schedule): string =>
  `${ownerKind} ${ownerId} ${workspaceId}`;
