import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect } from '@jest/globals';
import {
  cancelReview,
  listReviews,
  retryRun,
  showReview,
  startReview,
} from '../../../modules/review/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { bundleOf, ReviewHost } from './review-host.js';

const SKILL = { 'SKILL.md': '---\nname: poet\ndescription: Writes poems.\n---\n\n# Poet\n' };
const PLUGIN = {
  '.svc-plugin/plugin.json': JSON.stringify({
    name: 'tools/poet',
    version: '1.2.0',
    description: 'Poems',
    skills: ['./'],
  }),
  ...SKILL,
};

describeEachDatabase('reviews', (databases) => {
  const it = itInTurn(databases);
  let host: ReviewHost;

  beforeEach(async () => {
    host = await ReviewHost.start(databases);
  });
  afterEach(() => host.stop());

  it('of a lone skill end with its findings', async () => {
    const started = await host.begin(SKILL, { label: 'nightly' });
    expect(started).toMatchObject({
      type: 'security',
      status: expect.stringMatching(/^(pending|running|completed)$/),
      subject: { type: 'skill', name: 'poet' },
      label: 'nightly',
      reusedFromReviewRunId: null,
      failureReason: null,
    });
    const ended = await host.end(started.reviewRunId);
    expect(ended).toMatchObject({
      status: 'completed',
      engine: { name: 'svc-security', ruleset: expect.stringMatching(/^[0-9a-f]{16}$/) },
      security: {
        verdict: 'pass',
        findings: expect.any(Array),
        files: [{ path: 'SKILL.md', role: 'instructions', analysed: 'analysed' }],
        omitted: 0,
        suppressed: 0,
        warnings: [],
      },
    });
    expect(Date.parse(ended.finishedAt!)).toBeGreaterThanOrEqual(Date.parse(ended.startedAt!));
  });

  it('say what they are of', async () => {
    const subjectOf = async (files: Record<string, string>, name?: string) =>
      (await host.begin(files, { ...(name !== undefined && { name }) })).subject;
    expect(await subjectOf(PLUGIN)).toEqual({
      type: 'tile_skill',
      tileRef: 'tools/poet@1.2.0',
      registryUrl: null,
    });
    expect(await subjectOf({ 'run.sh': 'true' }, 'scripts')).toEqual({
      type: 'skill',
      name: 'scripts',
    });
    const invalid = { ...PLUGIN, '.svc-plugin/plugin.json': '{"name": "tools/' };
    expect(await subjectOf(invalid)).toEqual({ type: 'skill', name: 'poet' });
  });

  it('of the same content are done once in a workspace, unless they are forced', async () => {
    const first = await host.review(PLUGIN);
    const again = await host.begin(PLUGIN);
    expect(again).toMatchObject({
      status: 'completed',
      reusedFromReviewRunId: first.reviewRunId,
      security: first.security,
      engine: first.engine,
    });
    expect((await host.begin(PLUGIN)).reusedFromReviewRunId).toBe(first.reviewRunId);
    const forced = await host.review(PLUGIN, { force: true });
    expect(forced).toMatchObject({ status: 'completed', reusedFromReviewRunId: null });
    expect(forced.security).toEqual(first.security);
    await host.server.newWorkspace(host.admin, 'others');
    expect((await host.begin(PLUGIN, { workspace: 'others' })).reusedFromReviewRunId).toBeNull();
  });

  it('are listed from the newest on, 20 at a time', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 22; count += 1) {
      ids.push((await host.begin({ ...SKILL, 'NOTES.md': `# ${count}` })).reviewRunId);
      host.server.later(1000);
    }
    const list = await host.invoke(listReviews, { workspace: 'tools' });
    expect(list.data.map(({ reviewRunId }) => reviewRunId)).toEqual(ids.slice(2).reverse());
    const rest = await host.invoke(listReviews, { workspace: 'tools', after: list.next! });
    expect(rest.data.map(({ reviewRunId }) => reviewRunId)).toEqual(ids.slice(0, 2).reverse());
  });

  it('that are over cannot be tried again, and stay as they are when they are cancelled', async () => {
    const { reviewRunId: id } = await host.review(SKILL);
    const { reviewRunId: reused } = await host.begin(SKILL);
    for (const over of [id, reused]) {
      await expect(host.invoke(retryRun, { id: over })).rejects.toMatchObject({
        code: 'wrong_state',
      });
      for (let count = 0; count < 2; count += 1)
        expect(await host.invoke(cancelReview, { id: over })).toMatchObject({
          status: 'completed',
        });
    }
  });

  it('refuse what is no archive', async () => {
    const start = (input: object, upload?: Uint8Array) =>
      host.invoke(startReview, { workspace: 'tools', kind: 'security', ...input }, { upload });
    await expect(start({})).rejects.toMatchObject({ code: 'upload_missing' });
    await expect(start({}, Buffer.from('no archive'))).rejects.toMatchObject({
      code: expect.stringMatching(/^archive_/),
    });
    await expect(start({}, await bundleOf({}))).rejects.toMatchObject({
      code: 'nothing_to_review',
      exit: 3,
    });
    expect((await host.invoke(listReviews, { workspace: 'tools' })).data).toEqual([]);
    await expect(host.invoke(showReview, { id: randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('that wait are cancelled at once, and stay so', async () => {
    const { reviewRunId: id } = await host.begin(SKILL);
    for (let count = 0; count < 2; count += 1)
      expect(await host.invoke(cancelReview, { id })).toMatchObject({
        status: 'cancelled',
        security: null,
        failureReason: null,
        finishedAt: expect.any(String),
      });
    await expect(host.invoke(retryRun, { id })).rejects.toMatchObject({ code: 'wrong_state' });
    const next = await host.review(SKILL);
    expect(next).toMatchObject({ status: 'completed', reusedFromReviewRunId: null });
    expect(await host.end(id)).toMatchObject({ status: 'cancelled' });
  });
});
