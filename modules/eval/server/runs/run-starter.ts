import { randomUUID } from 'node:crypto';
import { hostKey, type Context, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In, type EntityManager } from 'typeorm';
import { batches } from '../../../../toolbox/batches.js';
import { creditsKey, type Credits } from '../../../billing/contract/credits.js';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
  type WorkspaceSummary,
} from '../../../identity/contract/access.js';
import { jobsKey, type Jobs } from '../../../jobs/contract/db.js';
import {
  heldEnvironmentsKey,
  type HeldEnvironments,
} from '../../../launch/contract/held-environments.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { evalRunMachine } from '../../contract/eval-run.machine.js';
import { Cell } from '../cells/cell.entity.js';
import { StoredFixture } from '../fixtures/fixture.entity.js';
import { CellQueue } from './cell-queue.js';
import { EvalRun } from './eval-run.entity.js';
import { EvalScenario } from './eval-scenario.entity.js';
import { EvalsSwitch } from './evals-switch.js';
import { PrepareJob } from './jobs.entity.js';
import type { Plan } from './plan/planner.js';
import { reservationOf } from './prices.js';
import { RunEnds } from './run-ends.js';
import { nameOf } from './run-locator.js';

/** A run that goes on longer is charged nevertheless. */
const RESERVED_MS = 7 * 24 * 60 * 60 * 1000;
/** Rows in one statement: building it is work that nothing interrupts. */
const AT_ONCE = 20;

/** What a run has besides its plan. */
export type OwnFacts = Pick<
  EvalRun,
  'projectId' | 'label' | 'bundleSha256' | 'environmentId' | 'published' | 'retryOf' | 'origin'
>;

export interface NewRun {
  readonly plan: Plan;
  readonly workspace: WorkspaceSummary;
  readonly facts: OwnFacts;
}

/** Stores runs and queues their cells. */
@injectable()
export class RunStarter {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(EvalsSwitch) private readonly evalsSwitch: EvalsSwitch,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
    @inject(heldEnvironmentsKey) private readonly environments: HeldEnvironments,
    @inject(creditsKey) private readonly credits: Credits,
    @inject(jobsKey) private readonly jobs: Jobs,
    @inject(CellQueue) private readonly queue: CellQueue,
    @inject(RunEnds) private readonly ends: RunEnds,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /**
   * Answers the id of the run, of which everything is stored at once or nothing. A run whose results are all known has ended then. Throws `evals_disabled`,
   * `credits_exhausted`, `workspace_archived`, and `not_found` for the workspace and the environment.
   */
  async start(fresh: NewRun, context: Context): Promise<string> {
    const { archive } = fresh.plan.context;
    const stored = archive === null ? null : await this.blobs.put(archive);
    const run = this.#rowOf(fresh, context, stored?.sha256 ?? fresh.plan.context.contextSha256);
    this.host.fault?.('eval.context-stored');
    await this.unitOfWork.run(async (manager) => {
      await this.workspaces.hold(run.workspaceId);
      await this.evalsSwitch.require(fresh.workspace, manager);
      await this.#insert(manager, run, fresh.plan);
      await this.#begin(manager, run, fresh.plan);
      // the audit log is written with the run
      context.auditSubject?.({ kind: 'evalRun', id: run.id, name: nameOf(run) });
    });
    this.host.fault?.('eval.run-started');
    return run.id;
  }

  #rowOf(
    { plan, workspace, facts }: NewRun,
    { caller }: Context,
    contextSha256: string | null,
  ): EvalRun {
    const { contextType, contextRef, contextCommit, contextFingerprint, versionId } = plan.context;
    return Object.assign(new EvalRun(), {
      ...facts,
      id: randomUUID(),
      workspaceId: workspace.id,
      organizationId: workspace.organizationId,
      createdBy: caller.id,
      callerKind: caller.kind === 'key' ? 'key' : 'user',
      state: evalRunMachine.initial,
      version: 1,
      settings: plan.settings,
      contextType,
      contextRef,
      contextCommit,
      contextFingerprint,
      contextSha256,
      versionId: facts.published === null ? null : versionId,
      prepareJobId: null,
      cells: plan.cells.length,
      open: plan.cells.filter(({ status }) => status === 'pending').length,
      credits: plan.credits,
      cancelRequested: false,
      failure: null,
      coverage: null,
      statistics: null,
      verdict: null,
      createdAt: this.host.clock(),
      startedAt: null,
      finishedAt: null,
    } satisfies EvalRun);
  }

  async #insert(manager: EntityManager, run: EvalRun, { scenarios, cells }: Plan): Promise<void> {
    const { id: runId } = run;
    await manager.insert(EvalRun, run);
    const rows: object[] = scenarios.map(({ row }) => ({ ...row, runId }));
    for (const part of batches(rows, AT_ONCE)) await manager.insert(EvalScenario, part);
    const cellRows: object[] = cells.map((cell) => ({ ...cell, runId }));
    for (const part of batches(cellRows, AT_ONCE)) await manager.insert(Cell, part);
    this.host.fault?.('eval.cells-inserted');
  }

  async #begin(manager: EntityManager, run: EvalRun, plan: Plan): Promise<void> {
    const { id: runId, organizationId, environmentId, workspaceId, createdBy, credits } = run;
    if (environmentId !== null) {
      const held = { id: environmentId, runId, workspaceId, callerId: createdBy };
      await this.environments.hold(held);
    }
    if (credits > 0) {
      const until = new Date(this.host.clock().getTime() + RESERVED_MS);
      await this.credits.reserve({
        organizationId,
        reference: reservationOf(runId),
        credits,
        until,
      });
    }
    if (run.open === 0) await this.ends.end(manager, run);
    else if (await this.#needsCommits(manager, workspaceId, plan)) {
      const prepareJobId = await this.jobs.enqueue(PrepareJob, { runId });
      await manager.update(EvalRun, { id: runId }, { prepareJobId });
    } else await this.queue.queueCells(manager, runId);
  }

  /** Whether a scenario that has to be solved begins with a commit that was not fetched yet. */
  async #needsCommits(
    manager: EntityManager,
    workspaceId: string,
    { scenarios, cells }: Plan,
  ): Promise<boolean> {
    const toSolve = new Set(
      cells.flatMap(({ status, takenFrom, scenarioId }) =>
        status === 'pending' && takenFrom === null ? [scenarioId] : [],
      ),
    );
    const commits = scenarios
      .filter(({ row }) => toSolve.has(row.id))
      .flatMap(({ scenario }) => [...scenario.fixtures.values()])
      .flatMap((fixture) => (fixture.type === 'commit' ? [fixture] : []));
    if (commits.length === 0) return false;
    const repoUrl = In([...new Set(commits.map((commit) => commit.repoUrl))]);
    const stored = await manager.findBy(StoredFixture, { workspaceId, repoUrl });
    return commits.some(
      (commit) =>
        !stored.some(({ repoUrl, ref }) => repoUrl === commit.repoUrl && ref === commit.ref),
    );
  }
}
