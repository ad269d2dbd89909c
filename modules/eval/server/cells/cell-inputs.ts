import { hostKey, type Caller, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { LooseFile } from '../../../registry/contract/plugin-format.js';
import { workerAgentsKey, type WorkerAgents } from '../../../launch/contract/worker-agents.js';
import type { BundledScenario } from '../bundle/open-bundle.js';
import { Bundles } from '../bundle/bundles.js';
import { EvalRun } from '../runs/eval-run.entity.js';
import { EvalScenario } from '../runs/eval-scenario.entity.js';
import { EvalsSwitch } from '../runs/evals-switch.js';
import { Cell } from './cell.entity.js';
import { CellFailed } from './solution.js';

const DEFAULT_MINUTES = 30;
const MOST_MINUTES = 240;

/** What a cell is worked on with. */
export interface CellInputs {
  readonly run: EvalRun;
  readonly cell: Cell;
  readonly bundled: BundledScenario;
  /** Without those that say how solutions are scored. */
  readonly context: readonly LooseFile[];
  /** Of the run's environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Seconds that the agent may take. */
  readonly seconds: number;
}

/** Reads what a cell needs, and whether it may be worked on. */
@injectable()
export class CellReader {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(EvalsSwitch) private readonly evalsSwitch: EvalsSwitch,
    @inject(Bundles) private readonly bundles: Bundles,
    @inject(workerAgentsKey) private readonly agents: WorkerAgents,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** `undefined` for a cell that has ended, or is gone with its run. */
  async find(cellId: string): Promise<{ readonly run: EvalRun; readonly cell: Cell } | undefined> {
    const cell = await this.reads.manager.findOneBy(Cell, { id: cellId });
    if (cell === null || !['pending', 'running'].includes(cell.status)) return undefined;
    const run = await this.reads.manager.findOneBy(EvalRun, { id: cell.runId });
    return run === null ? undefined : { run, cell };
  }

  /** Throws `CellFailed` of the class `refused` for a run that must not go on. */
  async requireAllowed(run: EvalRun): Promise<void> {
    const why = await this.#refusal(run);
    if (why !== undefined) throw new CellFailed('refused', why, false);
  }

  async read({ run, cell }: { readonly run: EvalRun; readonly cell: Cell }): Promise<CellInputs> {
    const { name } = await this.reads.manager.findOneByOrFail(EvalScenario, {
      id: cell.scenarioId,
    });
    const bundled = (await this.bundles.open(run.bundleSha256)).scenarios.get(name);
    if (bundled === undefined)
      throw new CellFailed('setup', `The bundle has no scenario "${name}".`, false);
    return {
      run,
      cell,
      bundled,
      context: await this.bundles.context(run.contextSha256),
      variables: await this.agents.variables(run.environmentId, run.workspaceId),
      seconds: this.#minutes() * 60,
    };
  }

  async #refusal(run: EvalRun): Promise<string | undefined> {
    if (run.cancelRequested || run.state === 'failed') return 'The evaluation was cancelled.';
    const workspace = await this.workspaces.find(run.workspaceId);
    if (workspace === null) return 'The workspace is gone.';
    if (!(await this.evalsSwitch.isOn(run.workspaceId)))
      return `Evaluations are switched off in the workspace ${workspace.name}.`;
    const caller = await this.#callerOf(run);
    if (caller === null) return 'Whoever started the evaluation does not exist any more.';
    const { id: workspaceId, organizationId, name } = workspace;
    const allowed = await this.workspaces.allowedOn(caller, {
      kind: 'workspace',
      name,
      workspaceId,
      organizationId,
      visibility: 'members',
      value: workspace,
    });
    return allowed.includes('eval:run')
      ? undefined
      : `Whoever started the evaluation may not run any in the workspace ${name}.`;
  }

  async #callerOf({ createdBy, callerKind }: EvalRun): Promise<Caller | null> {
    return createdBy === null ? null : this.workspaces.findCaller(callerKind, createdBy);
  }

  #minutes(): number {
    const text = this.host.env['SVC_EVAL_MINUTES'] ?? '';
    const minutes = text === '' ? DEFAULT_MINUTES : Number(text);
    if (minutes > 0 && minutes <= MOST_MINUTES) return minutes;
    const allowed = `a number of minutes, at most ${MOST_MINUTES}`;
    throw new CellFailed('infra', `SVC_EVAL_MINUTES is "${text}", not ${allowed}.`, false);
  }
}
