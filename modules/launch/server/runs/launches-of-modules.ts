import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type {
  EnvironmentName,
  Launches,
  LaunchOutcome,
  LaunchRequest,
  LaunchStart,
  PreparedLaunch,
} from '../../contract/launches.js';
import { Environments } from '../environments/environments.js';
import { LaunchRun } from './launch-run.entity.js';
import { LaunchStarter } from './launch-starter.js';

/** What other modules do with launches. */
@injectable()
export class LaunchesOfModules implements Launches {
  constructor(
    @inject(LaunchStarter) private readonly starter: LaunchStarter,
    @inject(Environments) private readonly environments: Environments,
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
  ) {}

  prepare(
    starts: readonly LaunchStart[],
  ): Promise<readonly PromiseSettledResult<PreparedLaunch>[]> {
    return this.starter.prepare(starts);
  }

  begin(prepared: readonly PreparedLaunch[]): Promise<readonly string[]> {
    return this.starter.begin(prepared);
  }

  async cancel(id: string): Promise<void> {
    await this.jobs.cancel(LaunchRun, id);
  }

  async outcomes(ids: readonly string[]): Promise<ReadonlyMap<string, LaunchOutcome>> {
    if (ids.length === 0) return new Map();
    const runs = await this.reads.manager.find(LaunchRun, {
      where: { id: In(ids) },
      select: {
        id: true,
        state: true,
        createdAt: true,
        startedAt: true,
        finishedAt: true,
        result: true as never,
        failure: true as never,
      },
    });
    return new Map(runs.map((run) => [run.id, outcomeOf(run)]));
  }

  async requestOf(id: string, workspaceId: string): Promise<LaunchRequest> {
    const run = await this.reads.manager.findOneBy(LaunchRun, {
      id: id.toLowerCase(),
      workspaceId,
    });
    if (run === null) throw notFound({ kind: 'launch', id });
    const { skill, repo, baseBranch, agent, inputs } = run;
    const optional = {
      snapshot: run.snapshot,
      cwd: run.workdir,
      model: run.model,
      environment: run.environmentId,
      instructions: run.instructions,
      label: run.label,
    };
    const given = Object.entries(optional).filter(([, value]) => value !== null);
    return { skill, repo, baseBranch, agent, inputs, ...Object.fromEntries(given) };
  }

  environment(nameOrId: string, workspaceId: string): Promise<EnvironmentName> {
    return this.environments.named(nameOrId, workspaceId);
  }
}

/** The launch as other modules see it. */
export function outcomeOf(run: LaunchRun): LaunchOutcome {
  const { id, state: status, createdAt, startedAt, finishedAt, result, failure } = run;
  return { id, status, createdAt, startedAt, finishedAt, result, failure };
}
