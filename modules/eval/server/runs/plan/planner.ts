import { randomUUID } from 'node:crypto';
import { hostKey, invalidInput, type Caller, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { WorkspaceSummary } from '../../../../identity/contract/access.js';
import {
  heldEnvironmentsKey,
  type HeldEnvironments,
} from '../../../../launch/contract/held-environments.js';
import { judgeNotes } from '../../../agents/chosen-agents.js';
import type { Variant } from '../../../contract/words.js';
import type { Cell } from '../../cells/cell.entity.js';
import { judgeCallsOf } from '../../../scoring/judge/question.js';
import { scorerKey, type Scorer } from '../../cells/scorer.js';
import { Bundles } from '../../bundle/bundles.js';
import type { OpenBundle } from '../../bundle/open-bundle.js';
import type { EvalRun, EvalSettings } from '../eval-run.entity.js';
import { prices } from '../prices.js';
import { solutionKeyOf, solvedFingerprint } from './cell-keys.js';
import { KnownCells, type Known, type Takeover } from './known-cells.js';
import { RunContexts, type AskedContext, type RunContext } from './run-context.js';
import { requireScenarios, runScenario, type RunScenario } from './run-scenarios.js';
import { RunSettings } from './run-settings.js';

/** More would keep a server busy for weeks, and a request for minutes. */
export const MOST_CELLS = 10_000;

/** What is to be run. */
export interface PlanRequest {
  readonly workspace: WorkspaceSummary;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly settings: EvalSettings;
  readonly bundleSha256: string;
  readonly environmentId: string | null;
  readonly context: AskedContext | undefined;
  /** The run that is repeated, with its context; `null` for another one. */
  readonly retryOf: EvalRun | null;
}

/** A cell that is to be; the run has its id when it is stored. */
export type PlannedCell = Omit<Cell, 'runId'>;

export interface Plan {
  readonly settings: EvalSettings;
  readonly context: RunContext;
  readonly scenarios: readonly RunScenario[];
  readonly cells: readonly PlannedCell[];
  readonly cached: number;
  readonly scoredAgain: number;
  readonly judgeCalls: number;
  /** The most that the run can cost. */
  readonly credits: number;
  readonly notes: readonly string[];
}

/** Finds out what a run does, and what of it is known already. Writes nothing. */
@injectable()
export class Planner {
  constructor(
    @inject(Bundles) private readonly bundles: Bundles,
    @inject(RunContexts) private readonly contexts: RunContexts,
    @inject(RunSettings) private readonly runSettings: RunSettings,
    @inject(KnownCells) private readonly known: KnownCells,
    @inject(heldEnvironmentsKey) private readonly environments: HeldEnvironments,
    @inject(scorerKey) private readonly scorer: Scorer,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async plan(request: PlanRequest): Promise<Plan> {
    const { environmentId, workspace } = request;
    const bundle = await this.bundles.open(request.bundleSha256);
    const found = requireScenarios(bundle);
    requireFewCells(found.length, request.settings);
    const read = await this.#contextOf(request, bundle);
    const settings = { ...request.settings, skills: read.skills };
    const scenarios: RunScenario[] = [];
    for (const [at, each] of found.entries())
      scenarios.push(await runScenario(each, at, settings.qualityCheck ? read.texts : null));
    const judged = !settings.skipScoring && scenarios.some(isJudged);
    const of = { environmentId, workspaceId: workspace.id };
    const { forTests } = await this.runSettings.requireAgents(settings, of, judged);
    // what a stand-in for an agent does shows nothing about a version
    const context = forTests === true ? { ...read, versionId: null } : read;
    const environment = await this.environments.fingerprint(of);
    const wanted = this.#cellsOf(scenarios, { ...context, settings, environment });
    return this.#planned({ request, settings, context, scenarios, wanted });
  }

  #contextOf(
    { context, retryOf, caller, signal, workspace }: PlanRequest,
    bundle: OpenBundle,
  ): Promise<RunContext> {
    if (retryOf !== null) return this.contexts.again(retryOf);
    return this.contexts.read(context, { bundle, caller, signal, workspaceId: workspace.id });
  }

  #cellsOf(
    scenarios: readonly RunScenario[],
    by: Parameters<typeof solutionKeyOf>[1],
  ): readonly WantedCell[] {
    const { settings } = by;
    const wanted: WantedCell[] = [];
    for (const each of scenarios.filter(({ row }) => row.quality === 'included')) {
      const { row, scenario, bundled } = each;
      const fingerprint = solvedFingerprint(bundled, settings.agent);
      const judgeCalls = settings.skipScoring ? 0 : judgeCallsOf(scenario);
      const scoreKey = settings.skipScoring ? '' : this.scorer.keyOf({ settings, scenario });
      for (const variant of settings.variants)
        for (let repeat = 1; repeat <= settings.runs; repeat += 1) {
          const solutionKey = solutionKeyOf({ fingerprint, variant, repeat }, by);
          wanted.push({
            scenarioId: row.id,
            variant,
            repeat,
            solutionKey,
            scoreKey,
            judgeCalls,
          });
        }
    }
    return wanted;
  }

  async #planned({
    request,
    settings,
    context,
    scenarios,
    wanted,
  }: {
    readonly request: PlanRequest;
    readonly settings: EvalSettings;
    readonly context: RunContext;
    readonly scenarios: readonly RunScenario[];
    readonly wanted: readonly WantedCell[];
  }): Promise<Plan> {
    const { workspace, retryOf } = request;
    const takeover: Takeover = {
      workspaceId: workspace.id,
      force: settings.force,
      retryOf: retryOf?.id ?? null,
    };
    const known = await this.known.find(wanted, takeover, !settings.skipScoring);
    const now = this.host.clock();
    const cells = wanted.map((cell, at) => plannedCell(cell, known[at] ?? unknown, settings));
    const open = wanted.filter((_, at) => known[at]?.what !== 'result');
    return {
      settings,
      context,
      scenarios,
      cells: cells.map((cell) => ({
        ...cell,
        workspaceId: workspace.id,
        createdAt: now,
        finishedAt: cell.status === 'pending' ? null : now,
      })),
      cached: wanted.length - open.length,
      scoredAgain: known.filter(({ what }) => what === 'solution').length,
      judgeCalls: open.reduce((sum, { judgeCalls }) => sum + judgeCalls, 0),
      credits: open.length * prices.cell,
      notes: settings.skipScoring || !scenarios.some(isJudged) ? [] : judgeNotes(settings),
    };
  }
}

interface WantedCell extends Pick<
  Cell,
  'scenarioId' | 'variant' | 'repeat' | 'solutionKey' | 'scoreKey'
> {
  readonly variant: Variant;
  readonly judgeCalls: number;
}

const unknown: Known = { what: 'nothing' };

const isJudged = ({ scenario, row }: RunScenario): boolean =>
  row.quality === 'included' && judgeCallsOf(scenario) > 0;

function requireFewCells(scenarios: number, { variants, runs }: EvalSettings): void {
  const cells = scenarios * variants.length * runs;
  if (cells > MOST_CELLS)
    throw invalidInput({
      what: `The evaluation has ${cells} cells; one has ${MOST_CELLS} at most.`,
      hint: 'Run fewer scenarios or repeats.',
    });
}

function plannedCell(
  { scenarioId, variant, repeat, solutionKey, scoreKey }: WantedCell,
  known: Known,
  { skipScoring }: EvalSettings,
) {
  const fresh = {
    scenarioId,
    variant,
    repeat,
    solutionKey,
    scoreKey,
    id: randomUUID(),
    status: 'pending' as const,
    jobId: null,
    takenFrom: null,
    scored: null,
    failure: null,
    contamination: null,
    activatedSkills: null,
    retries: 0,
    agentMs: null,
    solutionSha256: null,
    filesSha256: null,
  };
  if (known.what === 'nothing') return fresh;
  const { id: takenFrom, solutionSha256, filesSha256, activatedSkills, agentMs } = known.cell;
  const solved = { ...fresh, takenFrom, solutionSha256, filesSha256, activatedSkills, agentMs };
  if (known.what === 'solution') return solved;
  return skipScoring
    ? { ...solved, status: 'unscored' as const }
    : { ...solved, status: 'scored' as const, scored: known.cell.scored };
}
