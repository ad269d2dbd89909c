import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { variants } from '../contract/words.js';
import { noncentralFactor } from './scenarios-needed.js';
import { t95 } from './student.js';
import { summarise, type MeasuredCell } from './summarise.js';

/** In 60ths of a point, by scenario, variant and repeat; `null`: void. */
type Cells = readonly (readonly (readonly (number | null)[])[])[];

interface DataSet {
  readonly cells: Cells;
  readonly lift: number | null;
  readonly p: number | null;
  readonly scenarios: number;
  readonly pairs: number;
  readonly needed: number;
  readonly variants: readonly Record<'mean' | 'passAt' | 'passAll', number | null>[];
}

interface Quantiles {
  readonly t95: readonly number[];
  readonly noncentral: Readonly<Record<string, number>>;
}

const lines = readFileSync(new URL('testing/tables.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as unknown);
const quantiles = lines[0] as Quantiles;
const dataSets = lines.slice(1) as DataSet[];

const measured = (cells: Cells): MeasuredCell[] =>
  cells.flatMap((arms, scenario) =>
    arms.flatMap((scores, arm) =>
      scores.map((score, at) => ({
        scenario: String(scenario),
        variant: variants[arm]!,
        repeat: at + 1,
        score: score === null ? null : score / 60,
        why: score === null ? 'infra' : null,
        retries: 0,
        activated: null,
      })),
    ),
  );

const expectClose = (found: number | null | undefined, expected: number | null): void => {
  if (expected === null) expect(found).toBeNull();
  else expect(Math.abs((found ?? NaN) - expected)).toBeLessThan(1e-9);
};

describe('statistics equal tables that were computed independently', () => {
  test.each(dataSets.map((dataSet, at) => [at, dataSet] as const))('data set %i', (_, dataSet) => {
    const { verdict, statistics } = summarise(measured(dataSet.cells), 'tables');
    expect(verdict).toMatchObject({
      scenarios: dataSet.scenarios,
      pairs: dataSet.pairs,
      needed: dataSet.needed,
    });
    expectClose(verdict?.lift, dataSet.lift);
    expectClose(verdict?.p, dataSet.p);
    for (const [arm, expected] of dataSet.variants.entries()) {
      expectClose(statistics[arm]?.mean, expected.mean);
      expectClose(statistics[arm]?.passAt, expected.passAt);
      expectClose(statistics[arm]?.passAll, expected.passAll);
    }
  });

  test('there are 200 data sets', () => {
    expect(dataSets).toHaveLength(200);
  });

  test('quantiles of the t distribution', () => {
    for (const [at, expected] of quantiles.t95.entries()) expectClose(t95(at + 1), expected);
  });

  test('the factor of the needed scenarios is within 1 % of the non-central t distribution', () => {
    for (const [freedom, expected] of Object.entries(quantiles.noncentral))
      expect(Math.abs(noncentralFactor(Number(freedom)) / expected - 1)).toBeLessThan(0.01);
  });
});
