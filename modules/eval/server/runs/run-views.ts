import { setTimeout } from 'node:timers/promises';
import type { Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import {
  workspaceDirectoryKey,
  type WorkspaceDirectory,
} from '../../../identity/contract/access.js';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type {
  CellListed,
  EvalRunListed,
  EvalRunView,
  EvalScenarioView,
  SolutionView,
} from '../../contract/run-view.js';
import type { EvalStatus } from '../../contract/words.js';
import { Cell } from '../cells/cell.entity.js';
import { Starters } from '../starters.js';
import { cellListed } from './cell-views.js';
import { EvalRun } from './eval-run.entity.js';
import { EvalScenario } from './eval-scenario.entity.js';
import { coverageOf } from '../../statistics/coverage.js';
import { Overrides } from './overrides.js';
import { Coverages } from './coverages.js';

/** Milliseconds between two reads of a row whose end is waited for. */
const LOOK_INTERVAL = 500;

type Asked = Pick<Context, 'origin' | 'signal'>;

/** Shows runs. */
@injectable()
export class RunViews {
  constructor(
    @inject(readDatabaseKey) private readonly reads: ReadDatabase,
    @inject(Coverages) private readonly coverages: Coverages,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
    @inject(Starters) private readonly starters: Starters,
  ) {}

  /** The run as it is now; with `wait`, as it is at its end or after that many seconds. */
  async current(run: EvalRun, asked: Asked, wait = 0): Promise<EvalRunView> {
    let seen = run;
    for (let left = (wait * 1000) / LOOK_INTERVAL; left > 0 && !isOver(seen); left -= 1) {
      if (asked.signal.aborted) break;
      await setTimeout(LOOK_INTERVAL, undefined, { signal: asked.signal }).catch(() => undefined);
      seen = await this.#row(run.id);
    }
    return this.#viewOf(seen, asked);
  }

  async byId(id: string, asked: Asked): Promise<EvalRunView> {
    return this.#viewOf(await this.#row(id), asked);
  }

  /** Runs for a list, in the same order. */
  async listed(runs: readonly EvalRun[]): Promise<EvalRunListed[]> {
    const coverages = await this.coverages.of(runs);
    const counts = await this.#scenarioCounts(runs);
    const labels = await this.starters.labelsOf(runs);
    return runs.map((run) => ({
      evalRunId: run.id,
      status: statusOf(run),
      label: run.label,
      config: configOf(run),
      scenariosCount: counts.get(run.id) ?? 0,
      coverage: run.coverage ?? coverages.get(run.id) ?? coverageOf([]),
      verdict: run.verdict,
      credits: run.credits,
      retryOf: run.retryOf,
      published: run.published,
      createdBy: labels.get(run.createdBy) ?? null,
      createdAt: run.createdAt.toISOString(),
      finishedAt: run.finishedAt?.toISOString() ?? null,
      failureReason: run.failure,
    }));
  }

  #row(id: string): Promise<EvalRun> {
    return this.reads.manager.findOneByOrFail(EvalRun, { id });
  }

  async #viewOf(run: EvalRun, { origin }: Asked): Promise<EvalRunView> {
    const [listed] = await this.listed([run]);
    return Object.assign(listed as EvalRunListed, {
      workspace: await this.workspaces.nameOf(run.workspaceId),
      progress: isOver(run) ? null : progressOf(run),
      statistics: [...(run.statistics ?? [])],
      scenarios: await this.#scenarios(run),
      ...(origin !== undefined && { web: new URL(`/evals/${run.id}`, origin).href }),
    });
  }

  async #scenarios({ id: runId, settings }: EvalRun): Promise<EvalScenarioView[]> {
    const { manager } = this.reads;
    const order = { position: 'ASC' } as const;
    const scenarios = await manager.find(EvalScenario, { where: { runId }, order });
    const overrides = await Overrides.ofRun(manager, runId);
    const cells = new Map<string, Cell[]>();
    const ordered = { variant: 'ASC', repeat: 'ASC' } as const;
    for (const cell of await manager.find(Cell, { where: { runId }, order: ordered }))
      cells.set(cell.scenarioId, [...(cells.get(cell.scenarioId) ?? []), cell]);
    return scenarios.map((scenario) => {
      const own = (cells.get(scenario.id) ?? []).map((cell) =>
        cellListed(cell, scenario.name, overrides),
      );
      return {
        scenarioId: scenario.id,
        name: scenario.name,
        fingerprint: scenario.fingerprint,
        task: scenario.task,
        criteria: scenario.criteria,
        qualityFilterStatus: scenario.quality,
        qualityAssessment: scenario.assessment,
        solutions: settings.variants.map((variant) =>
          solutionOf(
            variant,
            own.filter((cell) => cell.variant === variant),
          ),
        ),
      };
    });
  }

  async #scenarioCounts(runs: readonly EvalRun[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.reads.manager
      .createQueryBuilder(EvalScenario, 's')
      .select('s.runId', 'run')
      .addSelect('COUNT(*)', 'count')
      .where({ runId: In(runs.map(({ id }) => id)) })
      .groupBy('s.runId')
      .getRawMany<{ run: string; count: number | string }>();
    return new Map(rows.map(({ run, count }) => [run, Number(count)]));
  }

  /** E-mail addresses of people and names of keys, of those that there still are. */
}

export const isOver = ({ state }: Pick<EvalRun, 'state'>): boolean =>
  state === 'completed' || state === 'failed';

/** Waiting and working look the same to people. */
const statusOf = ({ state }: EvalRun): EvalStatus => (state === 'running' ? 'pending' : state);

function configOf(run: EvalRun): EvalRunListed['config'] {
  const { settings, contextType, contextRef, contextCommit, environmentId } = run;
  const { skipForcedContextActivation, skipScoring, qualityCheck } = settings;
  return {
    agent: settings.agent,
    model: settings.model,
    scorerAgent: settings.scorerAgent,
    scorerModel: settings.scorerModel,
    runs: settings.runs,
    variants: [...settings.variants],
    contextType,
    contextRef,
    contextCommit,
    skills: [...settings.skills],
    skipForcedContextActivation,
    skipScoring,
    qualityCheck,
    environmentId,
  };
}

function progressOf({ state, cells, open }: EvalRun): EvalRunView['progress'] {
  if (state === 'pending') return { text: 'fetches what the scenarios begin with' };
  return { text: 'cells', phase: 'Solving', done: cells - open, total: Math.max(cells, 1) };
}

function solutionOf(variant: SolutionView['variant'], cells: CellListed[]): SolutionView {
  const scores = cells.flatMap(({ score }) => (score === null ? [] : [score]));
  const mean = scores.length === 0 ? null : sum(scores) / scores.length;
  const deviation =
    mean === null || scores.length < 2
      ? null
      : Math.sqrt(sum(scores.map((score) => (score - mean) ** 2)) / (scores.length - 1));
  return { variant, mean, deviation, cells };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
