import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Variant } from '../contract/words.js';
import { summarise, type MeasuredCell, type RunSummary } from './summarise.js';

const cell = (scenario: string, variant: Variant, more: Partial<MeasuredCell> = {}) => ({
  scenario,
  variant,
  repeat: 1,
  score: 0.5,
  why: null,
  retries: 0,
  activated: null,
  ...more,
});

/** Scenarios with one repeat: without and with the context. */
const pairs = (scores: readonly (readonly [number, number])[]): MeasuredCell[] =>
  scores.flatMap(([without, treated], at) => [
    cell(`s${at}`, 'baseline', { score: without }),
    cell(`s${at}`, 'with-context', { score: treated }),
  ]);

const repeated = (scenario: string, variant: Variant, scores: readonly number[]): MeasuredCell[] =>
  scores.map((score, at) => cell(scenario, variant, { score, repeat: at + 1 }));

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('the verdict', () => {
  test.each([
    [
      'six scenarios that all gain',
      times(6, [0.2, 0.6] as const),
      { verdict: 'improves', p: 2 / 64 },
    ],
    ['six scenarios that all lose', times(6, [0.6, 0.2] as const), { verdict: 'harms', p: 2 / 64 }],
    ['five that all gain', times(5, [0.2, 0.6] as const), { verdict: 'underpowered', p: 2 / 32 }],
    ['twenty ties', times(20, [0.5, 0.5] as const), { verdict: 'no difference shown', p: 1 }],
    ['one pair', [[0, 1] as const], { verdict: 'underpowered', p: 1 }],
  ])('%s', (_, scores, expected) => {
    expect(summarise(pairs(scores), 'seed').verdict).toMatchObject(expected);
  });

  test('names how many scenarios are needed', () => {
    expect(summarise(pairs([[0, 1]]), 'seed').verdict?.text).toBe(
      'underpowered (needs about 51 scenarios)',
    );
  });

  test('differences that rounding alone makes are ties', () => {
    const cells = times(8, null).flatMap((__, at) => [
      ...repeated(`s${at}`, 'baseline', [0.1, 0.2, 0.3]),
      ...repeated(`s${at}`, 'with-context', [0.3, 0.2, 0.1]),
    ]);
    expect(summarise(cells, 'seed').verdict).toMatchObject({ p: 1 });
  });

  test('a repeat counts only if it counts in both variants', () => {
    const cells = [
      ...repeated('s0', 'baseline', [0, 0.5]),
      cell('s0', 'with-context', { score: 1 }),
      cell('s0', 'with-context', { repeat: 2, score: null, why: 'infra' }),
    ];
    expect(summarise(cells, 'seed').verdict).toMatchObject({ pairs: 1, lift: 100 });
  });

  test('a scenario counts once, however many repeats it has', () => {
    const cells = [
      ...repeated('many', 'baseline', times(9, 0)),
      ...repeated('many', 'with-context', times(9, 1)),
      ...pairs([[0.5, 0.5]]),
    ];
    expect(summarise(cells, 'seed').verdict).toMatchObject({ lift: 50, scenarios: 2, pairs: 10 });
  });

  test('with many scenarios random assignments stand in for all of them', () => {
    const cells = pairs(times(40, [0.2, 0.6] as const));
    expect(summarise(cells, 'seed').verdict).toMatchObject({
      verdict: 'improves',
      p: 1 / 20_000,
      test: 'sign-flip permutation test over scenarios, 19,999 random assignments',
    });
  });

  test('is missing where nobody was to score', () => {
    const unscored = pairs([[0, 1]]).map((each) => ({ ...each, score: null }));
    const lost = cell('s0', 'baseline', { repeat: 2, score: null, why: 'timeout' });
    expect(summarise([...unscored, lost], 'seed').verdict).toBe(null);
    expect(summarise([lost, cell('s0', 'with-context')], 'seed').verdict).not.toBe(null);
  });

  test('is missing without a second variant', () => {
    expect(summarise([cell('s0', 'baseline')], 'seed').verdict).toBeNull();
  });
});

describe('what is void', () => {
  const cells = [
    cell('s0', 'baseline', { score: null, why: 'timeout', retries: 2 }),
    cell('s0', 'with-context', { score: null, why: 'context-not-seen', activated: false }),
    cell('s1', 'baseline', { score: null, why: 'timeout', retries: 1 }),
    cell('s1', 'with-context', { score: null, why: 'scorer' }),
  ];

  test('is counted by its reason', () => {
    expect(summarise(cells, 'seed').coverage).toEqual({
      cells: 4,
      scored: 0,
      void: 4,
      retries: 3,
      why: { 'context-not-seen': 1, scorer: 1, timeout: 2 },
    });
  });

  test('leaves nothing to compare', () => {
    const { statistics, verdict } = summarise(cells, 'seed');
    const none = { mean: null, interval: null, passAt: null, passAll: null, activation: null };
    expect(statistics).toEqual([
      { variant: 'baseline', ...none },
      { variant: 'with-context', ...none },
    ]);
    expect(verdict).toMatchObject({
      verdict: 'underpowered',
      lift: null,
      p: null,
      interval: null,
      scenarios: 0,
      pairs: 0,
      calibration: { flipRate: null, comparisons: 0 },
    });
  });
});

describe('of a variant', () => {
  test('a scenario passes with four fifths of the points', () => {
    const cells = [
      ...repeated('always', 'baseline', [0.8, 1]),
      ...repeated('once', 'baseline', [0.79, 0.9]),
      ...repeated('never', 'baseline', [0.1, 0.1 + 0.2]),
      cell('half', 'baseline', { score: 1 }),
      cell('half', 'baseline', { repeat: 2, score: null, why: 'infra' }),
    ];
    const [baseline] = summarise(cells, 'seed').statistics;
    expect(baseline).toMatchObject({ passAt: 2 / 3, passAll: 1 / 3 });
  });

  test('activation is the share of agents that loaded a skill', () => {
    const activated = [true, false, true, true].map((loaded, at) =>
      cell('s0', 'with-context', { repeat: at + 1, activated: loaded }),
    );
    const lost = cell('s1', 'with-context', { score: null, why: 'infra', activated: false });
    const [statistics] = summarise([...activated, lost], 'seed').statistics;
    expect(statistics?.activation).toBe(0.75);
  });
});

describe('calibration', () => {
  const baseline = (scores: readonly number[]) =>
    times(12, null).flatMap((__, at) => [
      ...repeated(`s${at}`, 'baseline', scores),
      ...repeated(`s${at}`, 'with-context', times(scores.length, 0.5)),
    ]);

  test('compares the repeats of the baseline, and is rarely wrong', () => {
    const { calibration } = summarise(baseline([0, 0.3, 0.6, 1]), 'seed').verdict!;
    expect(calibration.comparisons).toBe(100);
    expect(calibration.flipRate).toBeGreaterThan(0);
    expect(calibration.flipRate).toBeLessThanOrEqual(0.1);
  });

  test('never finds a difference between repeats that are the same', () => {
    expect(summarise(baseline([0.4, 0.4]), 'seed').verdict?.calibration.flipRate).toBe(0);
  });

  test('needs two repeats', () => {
    expect(summarise(baseline([0.4]), 'seed').verdict?.calibration.flipRate).toBeNull();
  });
});

const someCells = fc.uniqueArray(
  fc.record({
    scenario: fc.constantFrom('a', 'b', 'c', '__proto__', 'é', 'constructor', 'g', 'h'),
    variant: fc.constantFrom('baseline' as const, 'with-context' as const),
    repeat: fc.integer({ min: 1, max: 3 }),
    score: fc.option(
      fc.integer({ min: 0, max: 12 }).map((points) => points / 12),
      { freq: 8 },
    ),
    retries: fc.nat(2),
    activated: fc.constantFrom(null, true, false),
  }),
  {
    minLength: 1,
    maxLength: 48,
    selector: ({ scenario, variant, repeat }) => `${scenario}/${variant}/${repeat}`,
  },
);
const withReasons = someCells.map((cells): MeasuredCell[] =>
  cells.map((measured) => ({ ...measured, why: measured.score === null ? 'infra' : null })),
);

const numbersOf = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbersOf) : [];
};

const ROUNDS = { numRuns: 60 };

describe('of any cells', () => {
  test('every number is finite, and every interval is in order and within its bounds', () => {
    fc.assert(
      fc.property(withReasons, (cells) => {
        const summary = summarise(cells, 'seed');
        expect(numbersOf(summary).every(Number.isFinite)).toBe(true);
        for (const { mean, interval } of summary.statistics)
          if (interval !== null && mean !== null) {
            expect(interval.low).toBeGreaterThanOrEqual(0);
            expect(interval.low).toBeLessThanOrEqual(mean);
            expect(interval.high).toBeGreaterThanOrEqual(mean);
            expect(interval.high).toBeLessThanOrEqual(1);
          }
      }),
      ROUNDS,
    );
  });

  test('their order changes nothing', () => {
    const shuffled = withReasons.chain((cells) =>
      fc.tuple(
        fc.constant(cells),
        fc.shuffledSubarray(cells, { minLength: cells.length, maxLength: cells.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([cells, other]) => {
        expect(summarise(other, 'seed')).toEqual(summarise(cells, 'seed'));
      }),
      ROUNDS,
    );
  });

  test('swapping the variants turns the lift and its interval around, and nothing else', () => {
    const other = { baseline: 'with-context', 'with-context': 'baseline' } as const;
    const opposite = { improves: 'harms', harms: 'improves' } as const;
    fc.assert(
      fc.property(withReasons, (cells) => {
        const { verdict } = summarise(cells, 'seed');
        const swapped = summarise(
          cells.map((measured) => ({ ...measured, variant: other[measured.variant] })),
          'seed',
        ).verdict;
        if (verdict === null || swapped === null) {
          expect(swapped).toBe(verdict);
          return;
        }
        expect(swapped.p).toBe(verdict.p);
        expect(swapped.needed).toBe(verdict.needed);
        expect(swapped.lift ?? 0).toBeCloseTo(-(verdict.lift ?? 0), 9);
        expect(swapped.interval?.low ?? 0).toBeCloseTo(-(verdict.interval?.high ?? 0), 9);
        expect(swapped.verdict).toBe(
          verdict.verdict === 'improves' || verdict.verdict === 'harms'
            ? opposite[verdict.verdict]
            : verdict.verdict,
        );
      }),
      ROUNDS,
    );
  });

  test('repeating every score changes no mean, difference or p-value', () => {
    fc.assert(
      fc.property(withReasons, (cells) => {
        const twice = cells.flatMap((measured) => [
          { ...measured, repeat: 2 * measured.repeat - 1 },
          { ...measured, repeat: 2 * measured.repeat },
        ]);
        const { verdict, statistics } = summarise(cells, 'seed');
        const doubled = summarise(twice, 'seed');
        expect(doubled.verdict?.p).toBe(verdict?.p);
        expect(doubled.verdict?.pairs).toBe(verdict === null ? undefined : 2 * verdict.pairs);
        expect(doubled.verdict?.lift ?? 0).toBeCloseTo(verdict?.lift ?? 0, 9);
        for (const [at, { mean, passAt, passAll }] of statistics.entries()) {
          expect(doubled.statistics[at]).toMatchObject({ passAt, passAll });
          expect(doubled.statistics[at]?.mean ?? 0).toBeCloseTo(mean ?? 0, 9);
        }
      }),
      ROUNDS,
    );
  });

  test('another seed changes no more than what is drawn at random', () => {
    const drawn = ({ verdict, coverage, statistics }: RunSummary) => [
      coverage,
      statistics.map(({ mean, passAt, passAll, activation }) => [
        mean,
        passAt,
        passAll,
        activation,
      ]),
      verdict && [verdict.verdict, verdict.lift, verdict.p, verdict.needed],
    ];
    fc.assert(
      fc.property(withReasons, (cells) => {
        expect(drawn(summarise(cells, 'one'))).toEqual(drawn(summarise(cells, 'other')));
      }),
      ROUNDS,
    );
  });
});
