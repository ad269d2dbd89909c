import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { setPlan } from '../../../modules/billing/contract/operations.js';
import { viewCredits } from '../../../modules/billing/contract/operations.js';
import {
  listReviews,
  retryRun,
  startReview,
} from '../../../modules/review/contract/operations.js';
import type { StartReviewInput } from '../../../modules/review/contract/inputs.js';
import { describeEachDatabase } from '../databases.js';
import { bundleOf, ReviewHost } from './review-host.js';

const DESCRIPTION =
  'Writes sonnets and odes from notes. Use when the user asks for a poem or mentions "verse".';
const skillMd = (name: string, body = 'Write the poem.') =>
  `---\nname: ${name}\ndescription: ${DESCRIPTION}\n---\n\n# Poems\n\n${body}\n`;
const SKILL = { 'SKILL.md': skillMd('poet') };

describeEachDatabase('quality reviews', (databases) => {
  let host: ReviewHost;

  beforeEach(async () => {
    host = await ReviewHost.start(databases);
  });
  afterEach(() => host.stop());

  const credits = async () => host.invoke(viewCredits, { orgId: 'acme' });
  const review = (files: Record<string, string>, input: Partial<StartReviewInput> = {}) =>
    host.review(files, { kind: 'quality', ...input });

  it('score a skill without a model, each dimension with its evidence', async () => {
    const ended = await review(SKILL);
    expect(ended).toMatchObject({
      type: 'quality',
      status: 'completed',
      progress: null,
      security: null,
      fix: null,
      engine: { name: 'svc-quality', ruleset: expect.stringMatching(/^[0-9a-f]{16}$/) },
      review: { skills: [{ name: 'poet', path: '' }] },
      validation: { overallPassed: true, errorCount: 0 },
      judges: { description: { success: true }, content: { success: true } },
    });
    const { review: result } = ended;
    expect(result!.reviewScore).toBe(result!.skills[0]!.reviewScore);
    expect(result!.reviewScore).toBeGreaterThan(0);
    const { evidence } = ended.judges!['description']!.evaluation.scores['completeness']!;
    expect(evidence).toContainEqual(expect.objectContaining({ file: 'SKILL.md', line: 3 }));
    const { data } = await host.invoke(listReviews, { workspace: 'tools' });
    expect(data).toMatchObject([{ type: 'quality', reviewScore: result!.reviewScore, verdict: null }]);
  });
});
