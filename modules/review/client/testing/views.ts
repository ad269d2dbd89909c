/** Views for tests of texts. */
import type { FixResult } from '../../contract/fix-view.js';
import type { DimensionView, JudgementView, SkillReviewView } from '../../contract/quality-view.js';
import type { ReviewRunView } from '../../contract/review-run-view.js';

/** A completed review of the skill `poet` without a result. */
export const reviewRun = (over: Partial<ReviewRunView>): ReviewRunView => ({
  reviewRunId: '1',
  workspace: 'acme',
  type: 'security',
  status: 'completed',
  subject: { type: 'skill', name: 'poet' },
  versionId: null,
  label: null,
  createdAt: '2026-01-31T09:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  reusedFromReviewRunId: null,
  engine: null,
  failureReason: null,
  progress: null,
  security: null,
  review: null,
  fix: null,
  ...over,
});

export const dimension = (over: Partial<DimensionView>): DimensionView => ({
  score: 4,
  reasoning: 'It names what it does.',
  evidence: [],
  suggestion: null,
  ...over,
});

export const judgement = (scores: Readonly<Record<string, DimensionView>>): JudgementView => ({
  success: true,
  scale: { min: 1, max: 5 },
  evaluation: {
    scores,
    overall_assessment: '',
    suggestions: Object.values(scores).flatMap(({ suggestion }) => suggestion ?? []),
  },
  weightedScore: 4,
  normalizedScore: 0.755,
});

/** The skill `poet` without a fault. */
export const skillReview = (over: Partial<SkillReviewView>): SkillReviewView => ({
  name: 'poet',
  path: '',
  reviewScore: 90,
  validation: {
    skillName: 'poet',
    skillDescription: 'Writes poems.',
    checks: [{ name: 'name_field', status: 'passed', message: 'The name is fine.' }],
    overallPassed: true,
    errorCount: 0,
    warningCount: 0,
  },
  judges: {},
  scoring: { components: [] },
  ...over,
});

/** From 60 to 92 in two iterations, of which the first was dropped. */
export const fixResult = (over: Partial<FixResult>): FixResult => ({
  config: { threshold: 90, maxIterations: 3, model: null },
  baselineScore: 60,
  finalScore: 92,
  summaryOfChanges: 'The link leads to the guide.',
  iterations: [
    { iteration: 1, score: null, dropped: 'It deletes a file.', changes: [] },
    { iteration: 2, score: 92, dropped: null, changes: ['The link leads to the guide.'] },
  ],
  files: [
    { path: 'SKILL.md', before: 'a', after: 'b' },
    { path: 'guide.md', before: 'c', after: 'c' },
  ],
  differences: null,
  ...over,
});
