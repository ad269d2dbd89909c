import { expect, test } from '@jest/globals';
import { headlineOf } from './headline.js';

const coverage = { cells: 12, scored: 10, void: 2, retries: 1, why: { infra: 1, timeout: 1 } };
const config = { skipScoring: false };
const completed = { status: 'completed', coverage, failureReason: null, config } as const;
const verdict = {
  verdict: 'improves',
  text: 'improves',
  lift: 12.39,
  interval: { low: 4.19, high: 20.51 },
  p: 0.0312,
  test: 'exact sign-flip permutation test over scenarios',
  scenarios: 6,
  pairs: 6,
  needed: 20,
  effect: 10,
  calibration: { flipRate: 0.035, comparisons: 200 },
} as const;

test('a verdict comes with all that makes it credible', () => {
  expect(headlineOf({ ...completed, verdict })).toEqual({
    text: 'Improves',
    tone: 'good',
    facts: [
      'lift +12.3 percentage points (95% interval +4.1 to +20.6)',
      'p = 0.032',
      '6 scenarios with 6 pairs',
      '10 of 12 cells count (void: 1 infra, 1 timeout), 1 retry',
      'identical inputs called different in 4% of 200 comparisons',
    ],
  });
});

test('without a pair there is no lift', () => {
  const none = { ...verdict, lift: null, interval: null, p: null, scenarios: 0, pairs: 0 };
  const calibration = { flipRate: null, comparisons: 0 };
  const underpowered = { verdict: 'underpowered', text: 'underpowered (needs about 80 scenarios)' };
  expect(
    headlineOf({ ...completed, verdict: { ...none, ...underpowered, calibration } as never }),
  ).toMatchObject({
    text: 'Underpowered (needs about 80 scenarios)',
    tone: 'neutral',
    facts: [
      'no pair of cells counts',
      '20 scenarios show a lift of 10 points in four of five runs; larger lifts take fewer, and at least six',
      '10 of 12 cells count (void: 1 infra, 1 timeout), 1 retry',
      'not calibrated: that takes two repeats',
    ],
  });
});

test.each([
  [{ status: 'pending', failureReason: null }, 'Not finished yet'],
  [
    { status: 'failed', failureReason: { code: 'no_cells', message: 'No cell counts.' } },
    'Failed: No cell counts.',
  ],
  [{ status: 'completed', failureReason: null }, 'One variant: nothing to compare'],
] as const)('without a verdict it says why', (state, text) => {
  expect(headlineOf({ ...state, coverage, config, verdict: null }).text).toBe(text);
});

test('a run that was not to be scored has no verdict, and counts what was solved', () => {
  const unscored = { cells: 4, scored: 0, void: 1, retries: 0, why: { timeout: 1 } };
  const run = { ...completed, coverage: unscored, verdict: null, config: { skipScoring: true } };
  expect(headlineOf(run)).toEqual({
    text: 'Solved, and not scored',
    tone: 'neutral',
    facts: ['3 of 4 cells are solved (void: 1 timeout)'],
  });
});
