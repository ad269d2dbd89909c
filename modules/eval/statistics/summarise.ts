import type { CoverageView, VariantStatistics, VerdictView } from '../contract/run-view.js';
import { variants, type Variant } from '../contract/words.js';
import { calibrate } from './calibration.js';
import { coverageOf } from './coverage.js';
import { randomOf } from './random.js';
import { pairedDifferences, scenarioScores, scoreTable } from './score-table.js';
import { variantStatistics } from './variant-statistics.js';
import { verdictOf } from './verdict.js';

/** A cell, as far as statistics need it. */
export interface MeasuredCell {
  readonly scenario: string;
  readonly variant: Variant;
  /** From 1. */
  readonly repeat: number;
  /** From 0 to 1; `null` for a cell that does not count. */
  readonly score: number | null;
  /** Why it does not count: a failure class or a kind of contamination; `null` otherwise. */
  readonly why: string | null;
  readonly retries: number;
  /** Whether the agent loaded a skill of the context; `null` where there was none to load. */
  readonly activated: boolean | null;
}

export interface RunSummary {
  readonly coverage: CoverageView;
  readonly statistics: readonly VariantStatistics[];
  /** `null` unless both variants were run and scored. */
  readonly verdict: VerdictView | null;
}

/** The statistics of a run. The same cells and the same seed, such as the id of the run, have the same summary. */
export type Summarise = (cells: readonly MeasuredCell[], seed: string) => RunSummary;

export const summarise: Summarise = (cells, seed) => {
  const table = scoreTable(cells);
  const cellsOf = (variant: Variant) => cells.filter((cell) => cell.variant === variant);
  const compared = variants.filter((variant) => cellsOf(variant).length > 0);
  return {
    coverage: coverageOf(cells),
    statistics: compared.map((variant) =>
      variantStatistics(variant, cellsOf(variant), { table, seed }),
    ),
    verdict:
      compared.length < variants.length || cells.some(isUnscored)
        ? null
        : {
            ...verdictOf(pairedDifferences(table), seed),
            calibration: calibrate(
              scenarioScores(table, 'baseline'),
              randomOf(`${seed}/calibration`),
            ),
          },
  };
};

/** Its scoring was skipped, so it says nothing about the context. */
const isUnscored = ({ score, why }: MeasuredCell): boolean => score === null && why === null;
