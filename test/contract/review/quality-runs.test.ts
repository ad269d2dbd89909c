import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { viewCredits } from '../../../modules/billing/contract/operations.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import type { StartReviewInput } from '../../../modules/review/contract/inputs.js';
import {
  downloadSarif,
  listReviews,
  retryRun,
  showReview,
  startReview,
} from '../../../modules/review/contract/operations.js';
import { EarlierRuns } from '../../../modules/review/server/runs/earlier-runs.js';
import { ReviewRun } from '../../../modules/review/server/runs/review-run.entity.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { bundleOf, ReviewHost } from './review-host.js';

const DESCRIPTION =
  'Writes sonnets and odes from notes. Use when the user asks for a poem or mentions "verse".';
const skillMd = (name: string, body = 'Write the poem.') =>
  `---\nname: ${name}\ndescription: ${DESCRIPTION}\n---\n\n# Poems\n\n${body}\n`;
const SKILL = { 'SKILL.md': skillMd('poet') };
const BROKEN = { 'SKILL.md': '---\nname: poet\n---\n\n# Poems\n' };

describeEachDatabase('quality reviews', (databases) => {
  const it = itInTurn(databases);
  let host: ReviewHost;

  beforeEach(async () => {
    host = await ReviewHost.start(databases);
  });
  afterEach(() => host.stop());

  const review = (files: Record<string, string>, input: Partial<StartReviewInput> = {}) =>
    host.review(files, { kind: 'quality', ...input });
  const used = async () => {
    const credits = await host.invoke(viewCredits, { orgId: 'acme' });
    return [credits.used, credits.reserved];
  };

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
    const { reviewScore, skills } = ended.review!;
    expect(reviewScore).toBe(skills[0]!.reviewScore);
    expect(reviewScore).toBeGreaterThan(0);
    const { evidence } = ended.judges!['description']!.evaluation.scores['completeness']!;
    expect(evidence).toContainEqual(expect.objectContaining({ file: 'SKILL.md', line: 3 }));
    const { data } = await host.invoke(listReviews, { workspace: 'tools' });
    expect(data).toMatchObject([{ type: 'quality', reviewScore, verdict: null }]);
  });

  it('give each of several skills a score, and the run the floored mean, or none', async () => {
    const { review: both, ...view } = await review({
      'skills/a/SKILL.md': skillMd('a'),
      'skills/b/SKILL.md': skillMd('b', 'Run `make`, then check that the poem rhymes.'),
    });
    const scores = both!.skills.map((skill) => skill.reviewScore!);
    expect(both!.reviewScore).toBe(Math.floor((scores[0]! + scores[1]!) / 2));
    expect(view).not.toHaveProperty('judges');
    const one = await review({ 'skills/a/SKILL.md': skillMd('a'), 'skills/b/SKILL.md': '# B\n' });
    expect(one.review).toMatchObject({
      reviewScore: null,
      skills: [{ reviewScore: expect.any(Number) }, { reviewScore: null, judges: {} }],
    });
  });

  it('have no score, and say what is wrong and where, if a check is an error', async () => {
    const { review: result, validation } = await review(BROKEN);
    expect(result).toMatchObject({ reviewScore: null });
    expect(validation!.checks).toContainEqual(
      expect.objectContaining({ name: 'description_field', status: 'error' }),
    );
  });

  it('of files without a skill are refused, and make no run', async () => {
    await expect(review({ 'README.md': '# Poems\n' })).rejects.toMatchObject({
      code: 'no_skill',
      status: 422,
    });
    expect((await host.invoke(listReviews, { workspace: 'tools' })).data).toEqual([]);
    expect(await used()).toEqual([0, 0]);
  });

  it('of the same content are made once, and cost once', async () => {
    const first = await review(SKILL);
    const again = await review(SKILL, { label: 'again' });
    expect(again).toMatchObject({
      status: 'completed',
      label: 'again',
      reusedFromReviewRunId: first.reviewRunId,
      review: first.review,
    });
    expect(await used()).toEqual([1, 0]);
    const forced = await review(SKILL, { force: true });
    expect(forced).toMatchObject({ reusedFromReviewRunId: null, review: first.review });
    expect(await used()).toEqual([2, 0]);
  });

  it('of content whose review is going on are that review, however many ask at once', async () => {
    const asked = Array.from({ length: 8 }, () => host.begin(SKILL, { kind: 'quality' }));
    const ids = new Set((await Promise.all(asked)).map(({ reviewRunId }) => reviewRunId));
    expect(ids.size).toBe(1);
    expect(await host.end([...ids][0]!)).toMatchObject({ status: 'completed' });
    expect(await used()).toEqual([1, 0]);
  });

  it('that ended while the same was asked for again are found', async () => {
    const { reviewRunId: id } = await review(SKILL);
    const services = await host.server.host.server!.services('review');
    const { manager } = await host.server.host.get(readDatabaseKey);
    const run = await manager.findOneByOrFail(ReviewRun, { id });
    const earlier = services.get(EarlierRuns);
    expect(await earlier.goingOn(manager, run)).toMatchObject({ id });
    expect(
      await earlier.goingOn(
        manager,
        Object.assign(new ReviewRun(), run, { workspaceId: randomUUID() }),
      ),
    ).toBeNull();
  });

  it('and security reviews of the same content are two things', async () => {
    await host.review(SKILL);
    expect(await review(SKILL)).toMatchObject({ reusedFromReviewRunId: null, type: 'quality' });
    expect(await used()).toEqual([1, 0]);
  });

  it('take no reviewer and no model for the security', async () => {
    for (const more of [{ reviewPlugin: 'default' }, { model: 'openai/gpt-5' }]) {
      const input = { workspace: 'tools', kind: 'security' as const, ...more };
      await expect(
        host.invoke(startReview, input, { upload: await bundleOf(SKILL) }),
      ).rejects.toMatchObject({ code: 'not_for_security', status: 400 });
    }
  });

  it('by a reviewer of one’s own need a model, and say so before a run exists', async () => {
    await expect(review(SKILL, { reviewPlugin: 'tools/reviewer' })).rejects.toMatchObject({
      code: 'model_not_configured',
    });
    expect((await host.invoke(listReviews, { workspace: 'tools' })).data).toEqual([]);
  });

  it('name models and reviewers in visible characters', async () => {
    for (const [more, field] of [
      [{ model: 'anthropic/\u001b[31mred' }, 'model'],
      [{ model: 'anthropic' }, 'model'],
      [{ reviewPlugin: 'tools/a\u0000' }, 'reviewPlugin'],
    ] as const)
      await expect(review(SKILL, more)).rejects.toMatchObject({
        code: 'invalid_input',
        issues: [{ field }],
      });
  });

  it('have no findings to download', async () => {
    const { reviewRunId: id } = await review(SKILL);
    await expect(host.invoke(downloadSarif, { id })).rejects.toMatchObject({
      code: 'no_findings',
      message: expect.stringContaining('"quality"'),
    });
  });

  it('that are completed are not tried again', async () => {
    const { reviewRunId: id } = await review(SKILL);
    await expect(host.invoke(retryRun, { id })).rejects.toMatchObject({ code: 'wrong_state' });
    expect(await host.invoke(showReview, { id })).toMatchObject({ status: 'completed' });
  });
});
