import type { CellListed, EvalRunView, EvalScenarioView } from '../contract/run-view.js';
import type { Variant } from '../contract/words.js';
import { cellText, gradeOf, variantWords, voidReason, type Grade } from './cell-words.js';
import { liftOf, percentOf } from './numbers.js';

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
  /** Mean with the context minus mean without it, in percentage points; `null` unless both are known. */
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
        difference: differenceOf(scenario),
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

function differenceOf(scenario: EvalScenarioView): string | null {
  const without = solutionOf(scenario, 'baseline')?.mean ?? null;
  const treated = solutionOf(scenario, 'with-context')?.mean ?? null;
  return without === null || treated === null ? null : liftOf((treated - without) * 100);
}
