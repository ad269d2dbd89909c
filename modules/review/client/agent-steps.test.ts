import { expect, it } from '@jest/globals';
import type { AgentReviewView } from '../contract/applied-fix-view.js';
import type { ReviewRunView } from '../contract/review-run-view.js';
import { startedRun, withNextStep } from './agent-steps.js';
import { dimension, fixResult, judgement, reviewRun, skillReview } from './testing/views.js';

const stepOf = (over: Partial<ReviewRunView & AgentReviewView>): string =>
  withNextStep(Object.assign(reviewRun({}), over)).nextStep;

it.each(['quality', 'security', 'fix'] as const)('says how a %s run goes on', (type) => {
  expect(stepOf({ type, status: 'running' })).toMatch(/review_view with runId 1 again/);
  expect(stepOf({ type, status: 'failed' })).toMatch(/svc review retry 1/);
});

it('names the tool that starts another run', () => {
  expect(stepOf({ type: 'quality', status: 'cancelled' })).toContain('review_run');
  expect(stepOf({ type: 'fix', status: 'cancelled' })).toContain('review_fix');
});

it('goes by the outcome of a quality review', () => {
  const quality = (reviewScore: number | null, skill = skillReview({})) =>
    stepOf({ type: 'quality', review: { reviewScore, skills: [skill] } });
  expect(quality(null)).toMatch(/a check is an error/);
  expect(quality(100)).toMatch(/nothing to improve/);
  const better = judgement({ specificity: dimension({ suggestion: 'Name the files.' }) });
  expect(quality(80, skillReview({ judges: { description: better } }))).toMatch(
    /`suggestionAt`.*review_fix/,
  );
});

it('has a fix applied only after the user has agreed', () => {
  const fix = fixResult({});
  expect(stepOf({ type: 'fix', fix })).toMatch(/If they agree, call review_view .* apply true/);
  expect(stepOf({ type: 'fix', fix, written: ['SKILL.md'] })).toMatch(/were changed/);
  expect(stepOf({ type: 'fix', fix, written: [] })).toMatch(/already/);
  const files = [{ path: 'SKILL.md', before: 'a', after: 'a' }];
  expect(stepOf({ type: 'fix', fix: fixResult({ files }) })).toMatch(/nothing to apply/);
});

it('answers a start with the id and how to see the result', () => {
  expect(startedRun(reviewRun({ type: 'fix', status: 'pending' }))).toEqual({
    reviewRunId: '1',
    type: 'fix',
    status: 'pending',
    nextStep: expect.stringMatching(/review_view with runId 1 again/),
  });
  expect(startedRun(reviewRun({})).nextStep).toMatch(/already: call review_view with runId 1/);
});
