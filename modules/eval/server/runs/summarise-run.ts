import type { EntityManager } from 'typeorm';
import type { CoverageView } from '../../contract/run-view.js';
import type { MeasuredCell, RunSummary } from '../../statistics/summarise.js';
import { Cell } from '../cells/cell.entity.js';
import { EvalScenario } from './eval-scenario.entity.js';
import { Overrides } from './overrides.js';

/** The statistics of a run from its cells, with the points that persons have changed. */
export async function summariseRun(manager: EntityManager, runId: string): Promise<RunSummary> {
  const scenarios = await manager.find(EvalScenario, {
    where: { runId },
    select: { id: true, name: true },
  });
  const names = new Map(scenarios.map(({ id, name }) => [id, name]));
  const overrides = await Overrides.ofRun(manager, runId);
  const cells = await manager.find(Cell, {
    where: { runId },
    order: { scenarioId: 'ASC', variant: 'ASC', repeat: 'ASC' },
  });
  const measured = cells.map((cell) => measuredOf(cell, names.get(cell.scenarioId), overrides));
  return { coverage: coverageOf(measured), statistics: [], verdict: null };
}

function measuredOf(cell: Cell, scenario = '', overrides: Overrides): MeasuredCell {
  const { variant, repeat, status, retries } = cell;
  const score = status === 'scored' ? (overrides.applied(cell)?.score ?? null) : null;
  return { scenario, variant, repeat, score, why: whyVoid(cell), retries, activated: used(cell) };
}

function whyVoid({ status, contamination, failure }: Cell): string | null {
  return status === 'void' ? (contamination ?? failure?.class ?? 'infra') : null;
}

function used({ variant, activatedSkills }: Cell): boolean | null {
  return variant === 'baseline' || activatedSkills === null ? null : activatedSkills.length > 0;
}

function coverageOf(cells: readonly MeasuredCell[]): CoverageView {
  const why = new Map<string, number>();
  for (const cell of cells) if (cell.why !== null) why.set(cell.why, (why.get(cell.why) ?? 0) + 1);
  return {
    cells: cells.length,
    scored: cells.filter(({ score }) => score !== null).length,
    void: cells.filter((cell) => cell.why !== null).length,
    retries: cells.reduce((sum, { retries }) => sum + retries, 0),
    why: Object.fromEntries(why),
  };
}
