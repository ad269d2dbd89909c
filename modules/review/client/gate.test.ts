import { expect, it } from '@jest/globals';
import type { ReviewRunView, SecurityResult } from '../contract/review-run-view.js';
import { gated, type Gate } from './gate.js';

const review = (over: Partial<ReviewRunView>): ReviewRunView =>
  ({ status: 'completed', security: null, review: null, fix: null, ...over }) as ReviewRunView;
const security = (result: Partial<SecurityResult> | null): ReviewRunView =>
  review({ security: result as SecurityResult | null });
const quality = (reviewScore: number | null): ReviewRunView =>
  review({ review: { reviewScore, skills: [] } });
const gate = (view: ReviewRunView, limits: Gate) => gated(view, limits).gate;

it('fails at the severity and above, and without a verdict', () => {
  const of = (overallSeverity: SecurityResult['overallSeverity']) =>
    (['low', 'medium', 'high', 'critical'] as const).map((failOn) =>
      gate(security({ verdict: 'pass', overallSeverity }), { failOn }),
    );
  expect(of(null)).toEqual(['pass', 'pass', 'pass', 'pass']);
  expect(of('LOW')).toEqual(['fail', 'pass', 'pass', 'pass']);
  expect(of('HIGH')).toEqual(['fail', 'fail', 'fail', 'pass']);
  expect(of('CRITICAL')).toEqual(['fail', 'fail', 'fail', 'fail']);
  const failOn = 'critical';
  expect(gate(security({ verdict: 'error', overallSeverity: null }), { failOn })).toBe('fail');
  expect(gate(security(null), { failOn })).toBe('fail');
});

it('fails below the threshold; without a score below every threshold but 0', () => {
  const of = (score: number | null) =>
    [0, 1, 79, 80, 81, 100].map((threshold) => gate(quality(score), { threshold }));
  expect(of(80)).toEqual(['pass', 'pass', 'pass', 'pass', 'fail', 'fail']);
  expect(of(100)).toEqual(['pass', 'pass', 'pass', 'pass', 'pass', 'pass']);
  expect(of(0)).toEqual(['pass', 'fail', 'fail', 'fail', 'fail', 'fail']);
  expect(of(null)).toEqual(['pass', 'fail', 'fail', 'fail', 'fail', 'fail']);
});

it('goes by the final score of a fix run', () => {
  const fix = { finalScore: 85 } as NonNullable<ReviewRunView['fix']>;
  expect(gate(review({ fix }), { threshold: 85 })).toBe('pass');
  expect(gate(review({ fix }), { threshold: 86 })).toBe('fail');
});

it.each(['failed', 'cancelled'] as const)('fails a run that is %s, also with 0', (status) => {
  expect(gate(review({ status }), { threshold: 0 })).toBe('fail');
});

it('is left out where nobody asks, and while the run goes on', () => {
  expect(gated(security(null), {})).not.toHaveProperty('gate');
  expect(gated(review({ status: 'running' }), { threshold: 50 })).not.toHaveProperty('gate');
});
