import { inject, injectable } from 'tsyringe';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import { isOver } from '../../../jobs/contract/run.machine.js';
import type { RunProgress } from '../../../jobs/contract/run-view.js';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { LaunchRunListed, LaunchRunView } from '../../contract/launch-run-view.js';
import { LaunchRun } from './launch-run.entity.js';

/** Shows launches. */
@injectable()
export class LaunchViews {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  /** The launch as it is now; with `wait`, as it is at its end or after that many seconds. */
  async current(run: LaunchRun, signal: AbortSignal, wait = 0): Promise<LaunchRunView> {
    if (isOver(run.state) || wait === 0) return this.#viewOf(run);
    await this.jobs.look(LaunchRun, run.id, { wait, signal });
    return this.byId(run.id);
  }

  async byId(id: string): Promise<LaunchRunView> {
    return this.#viewOf(await this.reads.manager.findOneByOrFail(LaunchRun, { id }));
  }

  async #viewOf(run: LaunchRun): Promise<LaunchRunView> {
    const { progress, result, commit, inputSchema, outputSchema, sandboxed } = run;
    return Object.assign(listedOf(run), {
      workspace: await this.workspaces.nameOf(run.workspaceId),
      progress: isOver(run.state) ? null : (progress as RunProgress | null),
      result,
      commit,
      inputSchema,
      outputSchema,
      patch: run.patchBytes === null ? null : { bytes: run.patchBytes },
      sandboxed,
    });
  }
}

export function listedOf(run: LaunchRun): LaunchRunListed {
  return {
    launchRunId: run.id,
    status: run.state,
    label: run.label,
    config: {
      skillRef: run.skill,
      repoUrl: run.repo,
      baseBranch: run.baseBranch,
      snapshot: run.snapshot,
      workdir: run.workdir,
      agent: run.agent,
      model: run.model,
      environmentId: run.environmentId,
      inputNames: Object.keys(run.inputs).sort(),
      triggerSource: run.trigger,
    },
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    hasResult: run.result !== null,
    resultStatus: run.result?.status ?? null,
    failureReason: run.failure,
  };
}
