import { expect, it } from '@jest/globals';
import type { ReviewRunView, SecurityResult } from '../contract/review-run-view.js';
import { gated } from './gate.js';

const review = (security: Partial<SecurityResult> | null): ReviewRunView =>
  ({ status: 'completed', security }) as ReviewRunView;
const gate = (...args: Parameters<typeof gated>) => gated(...args).gate;

it('fails at the severity and above, and without a verdict', () => {
  const of = (overallSeverity: SecurityResult['overallSeverity']) =>
    (['low', 'medium', 'high', 'critical'] as const).map((failOn) =>
      gate(review({ verdict: 'pass', overallSeverity }), failOn),
    );
  expect(of(null)).toEqual(['pass', 'pass', 'pass', 'pass']);
  expect(of('LOW')).toEqual(['fail', 'pass', 'pass', 'pass']);
  expect(of('HIGH')).toEqual(['fail', 'fail', 'fail', 'pass']);
  expect(of('CRITICAL')).toEqual(['fail', 'fail', 'fail', 'fail']);
  expect(gate(review({ verdict: 'error', overallSeverity: null }), 'critical')).toBe('fail');
  expect(gate(review(null), 'critical')).toBe('fail');
});

it('is left out where nobody asks', () => {
  expect(gated(review(null), undefined)).not.toHaveProperty('gate');
});
