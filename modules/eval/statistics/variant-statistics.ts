import type { VariantStatistics } from '../contract/run-view.js';
import type { Variant } from '../contract/words.js';
import { bootstrapInterval } from './bootstrap-interval.js';
import { meanOf } from './moments.js';
import { passRates } from './passes.js';
import { randomOf } from './random.js';
import { scenarioScores, type ScenarioScores } from './score-table.js';
import type { MeasuredCell } from './summarise.js';

/** Statistics of one variant, whose cells these are. */
export function variantStatistics(
  variant: Variant,
  cells: readonly MeasuredCell[],
  { table, seed }: { table: readonly ScenarioScores[]; seed: string },
): VariantStatistics {
  const scores = scenarioScores(table, variant);
  const means = scores.map(meanOf);
  return {
    variant,
    mean: means.length === 0 ? null : meanOf(means),
    interval: bootstrapInterval(means, { low: 0, high: 1 }, randomOf(`${seed}/${variant}`)),
    ...passRates(scores, Math.max(0, ...cells.map(({ repeat }) => repeat))),
    activation: activationOf(cells),
  };
}

/** Void cells are left out: what their agents loaded may be why they are void. */
function activationOf(cells: readonly MeasuredCell[]): number | null {
  const known = cells.filter(({ why, activated }) => why === null && activated !== null);
  if (known.length === 0) return null;
  return known.filter(({ activated }) => activated === true).length / known.length;
}
