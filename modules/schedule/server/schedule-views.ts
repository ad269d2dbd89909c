import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { launchesKey, type Launches, type LaunchOutcome } from '../../launch/contract/launches.js';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import type {
  LastScheduledRun,
  ScheduleConfig,
  ScheduleListed,
  ScheduleSource,
  ScheduleView,
} from '../contract/schedule-view.js';
import { Schedule } from './schedule.entity.js';

/** Shows schedules. */
@injectable()
export class ScheduleViews {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(launchesKey) private readonly launches: Launches,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  /** A page of schedules of one workspace. */
  async listed(rows: readonly Schedule[], workspace: string): Promise<ScheduleListed[]> {
    const outcomes = await this.launches.outcomes(rows.flatMap(({ lastRunId }) => lastRunId ?? []));
    return rows.map((row) => listedOf(row, workspace, outcomes));
  }

  /** One that was changed. Throws `not_found`: it may have been deleted at this moment. */
  async changed(id: string): Promise<ScheduleListed> {
    return this.#listed(await this.#row(id));
  }

  async byId(id: string): Promise<ScheduleView> {
    return this.of(await this.#row(id));
  }

  async of(row: Schedule): Promise<ScheduleView> {
    return Object.assign(await this.#listed(row), {
      config: configOf(row),
      source: sourceOf(row),
      owner: row.ownerLabel,
      missed: row.missed,
      skipped: row.skipped,
      refused: row.refused,
      pausedBecause: row.pausedBecause,
      lastProblem: row.lastProblem,
      createdAt: row.createdAt.toISOString(),
    });
  }

  async #row(id: string): Promise<Schedule> {
    const row = await this.reads.manager.findOneBy(Schedule, { id });
    if (row === null) throw notFound({ kind: 'schedule', id });
    return row;
  }

  async #listed(row: Schedule): Promise<ScheduleListed> {
    const workspace = await this.workspaces.nameOf(row.workspaceId);
    const [listed] = await this.listed([row], workspace);
    if (listed === undefined) throw new Error('A schedule has one view.');
    return listed;
  }
}

function listedOf(
  row: Schedule,
  workspace: string,
  outcomes: ReadonlyMap<string, LaunchOutcome>,
): ScheduleListed {
  return {
    id: row.id,
    status: row.state,
    cron: row.cron,
    timezone: row.timezone,
    label: row.label,
    workspace,
    skillRef: row.launch.skill,
    nextRunAt: row.nextRunAt?.toISOString() ?? null,
    lastRun: lastRunOf(row, outcomes),
  };
}

function lastRunOf(
  { lastRunId, lastTime }: Schedule,
  outcomes: ReadonlyMap<string, LaunchOutcome>,
): LastScheduledRun | null {
  const outcome = lastRunId === null ? undefined : outcomes.get(lastRunId);
  if (outcome === undefined || lastTime === null) return null;
  return {
    launchRunId: outcome.id,
    scheduledFor: lastTime.toISOString(),
    status: outcome.status,
  };
}

function configOf({ launch }: Schedule): ScheduleConfig {
  return {
    skillRef: launch.skill,
    repoUrl: launch.repo,
    baseBranch: launch.baseBranch,
    snapshot: launch.snapshot ?? null,
    workdir: launch.cwd ?? null,
    agent: launch.agent,
    model: launch.model ?? null,
    environmentId: launch.environment ?? null,
    inputNames: Object.keys(launch.inputs ?? {}).sort(),
    instructions: launch.instructions ?? null,
  };
}

/** The file that defines a schedule; `null` for others. */
export function sourceOf(row: Schedule): ScheduleSource | null {
  const { sourceRepo: repo, sourceFolder: folder, sourceKey: key } = row;
  if (repo === null || key === null) return null;
  return { repo, file: folder ? `${folder}/svc.json` : 'svc.json', key };
}
