import { by } from '../../../toolbox/by.js';
import type { Variant } from '../contract/words.js';
import type { MeasuredCell } from './summarise.js';

/** The scores of one scenario that count, by variant and repeat. */
export type ScenarioScores = Readonly<Record<Variant, ReadonlyMap<number, number>>>;

/** The scores that count, by scenario, always in the same order: whatever the order of the cells, sums and random numbers are the same. */
export function scoreTable(cells: readonly MeasuredCell[]): ScenarioScores[] {
  const scenarios = new Map<string, Record<Variant, Map<number, number>>>();
  const ordered = [...cells].sort((one, other) => one.repeat - other.repeat);
  for (const { scenario, variant, repeat, score } of ordered.sort(by((cell) => cell.scenario))) {
    const scores = scenarios.get(scenario) ?? { baseline: new Map(), 'with-context': new Map() };
    scenarios.set(scenario, scores);
    if (score !== null) scores[variant].set(repeat, score);
  }
  return [...scenarios.values()];
}

/** Scores with the context minus those without it, of the repeats that count in both; one list for each scenario with such a pair. */
export const pairedDifferences = (table: readonly ScenarioScores[]): number[][] =>
  table
    .map(({ baseline, 'with-context': treated }) =>
      [...treated].flatMap(([repeat, score]) => {
        const without = baseline.get(repeat);
        return without === undefined ? [] : [score - without];
      }),
    )
    .filter((differences) => differences.length > 0);

/** The scores of a variant, one list for each scenario that has any. */
export const scenarioScores = (
  table: readonly ScenarioScores[],
  variant: Variant,
): (readonly number[])[] =>
  table.map((scores) => [...scores[variant].values()]).filter((scores) => scores.length > 0);
