import type { CellListed, EvalRunView, EvalScenarioView } from '../contract/run-view.js';
import type { Variant } from '../contract/words.js';
import { cellText, gradeOf, variantWords, voidReason, type Grade } from './cell-words.js';
import { liftOf, percentOf } from './numbers.js';
import { meanOf } from '../statistics/moments.js';
import { pairedDifferences } from '../statistics/score-table.js';

export interface MatrixCell {
  readonly cellId: string;
  readonly text: string;
  readonly grade: Grade;
  /** Why it does not count. */
  readonly reason: string | null;
}

export interface MatrixRow {
  readonly scenario: string;
  /** By variant: a cell or `null` for each repeat, and the mean. */
  readonly groups: readonly {
    readonly cells: readonly (MatrixCell | null)[];
    readonly mean: string | null;
  }[];
  /** How much the context changes, as the verdict counts it: over repeats that count in both variants; `null` without any. */
  readonly difference: string | null;
}

/** Scenario × variant × repeat. */
export interface Matrix {
  readonly variants: readonly { readonly variant: Variant; readonly name: string }[];
  /** From 1. */
  readonly repeats: readonly number[];
  readonly compares: boolean;
  readonly rows: readonly MatrixRow[];
}

/** Of the scenarios that were solved: those that the quality check has excluded have no cells. */
export function matrixOf({ config, scenarios }: Pick<EvalRunView, 'config' | 'scenarios'>): Matrix {
  const repeats = Array.from({ length: config.runs }, (_, at) => at + 1);
  return {
    variants: config.variants.map((variant) => ({ variant, name: variantWords[variant] })),
    repeats,
    compares: config.variants.length > 1,
    rows: scenarios
      .filter(({ qualityFilterStatus }) => qualityFilterStatus === 'included')
      .map((scenario) => ({
        scenario: scenario.name,
        groups: config.variants.map((variant) => groupOf(scenario, variant, repeats)),
        difference: differenceText(pairedDifference(scenario)),
      })),
  };
}

const solutionOf = ({ solutions }: EvalScenarioView, variant: Variant) =>
  solutions.find((solution) => solution.variant === variant);

function groupOf(scenario: EvalScenarioView, variant: Variant, repeats: readonly number[]) {
  const solution = solutionOf(scenario, variant);
  const cells = new Map(solution?.cells.map((cell) => [cell.repeat, matrixCell(cell)]));
  const mean = solution?.mean ?? null;
  return {
    cells: repeats.map((repeat) => cells.get(repeat) ?? null),
    mean: mean === null ? null : percentOf(mean),
  };
}

const matrixCell = (cell: CellListed): MatrixCell => ({
  cellId: cell.cellId,
  text: cellText(cell),
  grade: gradeOf(cell.score),
  reason: voidReason(cell),
});

const differenceText = (points: number | null): string | null =>
  points === null ? null : liftOf(points);

/** The mean difference of a scenario over its pairs, in percentage points. */
export function pairedDifference(scenario: EvalScenarioView): number | null {
  const scoresOf = (variant: Variant) =>
    new Map(
      solutionOf(scenario, variant)?.cells.flatMap(({ repeat, score }) =>
        score === null ? [] : [[repeat, score] as const],
      ),
    );
  const [differences] = pairedDifferences([
    { baseline: scoresOf('baseline'), 'with-context': scoresOf('with-context') },
  ]);
  return differences === undefined ? null : meanOf(differences) * 100;
}
