import { expect, it } from '@jest/globals';
import { plainStyle } from 'svc-registry/testing';
import type { CapabilitiesView } from '../contract/capabilities-view.js';
import type { FindingView, ReviewRunListed, ReviewRunView } from '../contract/review-run-view.js';
import { capabilitiesText } from './capabilities-text.js';
import { reviewsText } from './list-text.js';
import { reviewRun } from './testing/views.js';
import { reviewText } from './texts.js';

const style = plainStyle(80);
const fields = {
  severity: 'HIGH',
  code: 'E006',
  title: 'Sends secrets',
  file: 'a.py',
  line: 3,
  excerpt: 'post(key)',
  reasoning: 'Secrets leave the computer.',
  fix: 'Send nothing.',
  fingerprint: 'f00d',
  engine: 'rules',
  suppressed: null,
};
const finding = fields as FindingView;
const suppressed = {
  ...fields,
  severity: 'LOW',
  suppressed: { reason: 'ours', expires: '2027-01-31' },
} as FindingView;
const result = (findings: FindingView[]): ReviewRunView['security'] => ({
  verdict: 'pass',
  overallSeverity: null,
  findings,
  undecided: null,
  omitted: 0,
  suppressed: 0,
  files: [{ path: 'a.py', size: 1, sha256: '', role: 'script', analysed: 'analysed' }],
  capabilities: [],
  warnings: [],
});

it('shows the verdict first and the next step last', () => {
  const security = result([suppressed, finding]);
  const text = reviewText(reviewRun({ label: 'first', security, gate: 'fail' }), style);
  expect(text).toBe(`pass  poet  first
1 high in 1 file
Review 1

HIGH
  Sends secrets  E006
  a.py:3
    post(key)
  Secrets leave the computer.
  Fix: Send nothing.
  Fingerprint: f00d

SUPPRESSED (1 finding)
  a.py:3  Sends secrets (until 2027-01-31: ours)

The review does not pass --fail-on.

Next: correct the files and review them again. A finding that is fine goes into .svc-review.yml by its fingerprint, with a reason and a last day.`);
});

it('has no next step where there is nothing to do', () => {
  const reused = reviewRun({ security: result([]), reusedFromReviewRunId: '0' });
  expect(reviewText(reused, style)).toBe(
    'pass  poet\nNothing found in 1 file\nReview 1, with the result of 0 for the same content',
  );
  expect(reviewText(reviewRun({ status: 'cancelled' }), style)).toBe('cancelled  poet\nReview 1');
});

it('names the command that goes on with a review without a result', () => {
  const failed = reviewRun({ status: 'failed', failureReason: 'The server was stopped.' });
  expect(reviewText(failed, style)).toBe(
    'failed  poet\nThe server was stopped.\nReview 1\n\nNext: svc review retry 1',
  );
  expect(reviewText(reviewRun({ status: 'running' }), style)).toBe(
    'running  poet\nReview 1\n\nNext: svc review view 1',
  );
});

it('aligns capabilities and names three places of each', () => {
  const at = [1, 2, 3, 4].map((line) => ({ file: 'a.sh', line }));
  const view: CapabilitiesView = {
    name: 'acme/poet',
    version: '1.0.0',
    engine: { name: 'e', version: '1', ruleset: 'r' },
    capabilities: [
      { kind: 'binary', value: 'sh', at: at.slice(1, 2) },
      { kind: 'binary', value: 'curl', at },
    ],
  };
  expect(capabilitiesText(view, style)).toBe(
    'acme/poet@1.0.0\n\nPrograms that it starts\n  sh    a.sh:2\n  curl  a.sh:1, a.sh:2, a.sh:3, 1 more',
  );
});

it('lists runs of every kind with their results', () => {
  const none = { verdict: null, overallSeverity: null, reviewScore: null };
  const listed = (over: Partial<ReviewRunListed>): ReviewRunListed =>
    Object.assign(reviewRun({}), none, over);
  const rows = [
    listed({ type: 'quality', reviewScore: 82 }),
    listed({ type: 'quality' }),
    listed({ type: 'fix', reviewScore: 92 }),
    listed({ verdict: 'fail', overallSeverity: 'HIGH' }),
    listed({ type: 'fix', status: 'running' }),
  ];
  const text = reviewsText({ data: rows, next: null, prev: null }, style);
  const words = text.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2));
  expect(words.slice(-5)).toEqual([
    ['82/100', 'quality'],
    ['no score', 'quality'],
    ['92/100', 'fix'],
    ['fail, high', 'security'],
    ['running', 'fix'],
  ]);
  expect(reviewsText({ data: [], next: null, prev: null }, style)).toContain('svc review run');
});
