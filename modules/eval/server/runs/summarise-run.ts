import type { EntityManager } from 'typeorm';
import { summarise, type MeasuredCell, type RunSummary } from '../../statistics/summarise.js';
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
  return summarise(measured, runId);
}

function measuredOf(cell: Cell, scenario = '', overrides: Overrides): MeasuredCell {
  const { variant, repeat, status, retries } = cell;
  const score = status === 'scored' ? (overrides.applied(cell)?.score ?? null) : null;
  return { scenario, variant, repeat, score, why: whyVoid(cell), retries, activated: used(cell) };
}

export function whyVoid({ status, contamination, failure }: Cell): string | null {
  return status === 'void' ? (contamination ?? failure?.class ?? 'infra') : null;
}

function used({ variant, activatedSkills }: Cell): boolean | null {
  return variant === 'baseline' || activatedSkills === null ? null : activatedSkills.length > 0;
}
