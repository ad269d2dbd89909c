import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { setPlan, viewCredits } from '../../../modules/billing/contract/operations.js';
import {
  cancelReview,
  listReviews,
  retryRun,
  startReview,
} from '../../../modules/review/contract/operations.js';
import { answering, dialects, ModelEndpoint } from '../models/model-endpoint.js';
import { describeEachDatabase, type DatabaseLocation } from '../databases.js';
import { bundleOf, ReviewHost } from './review-host.js';

const dialect = dialects[0]!;
const skill = (name: string) => ({
  'SKILL.md': `---\nname: ${name}\ndescription: Writes poems. Use when asked for one.\n---\n\n# Poems\n\nWrite.\n`,
});
const quality = { kind: 'quality' } as const;

describeEachDatabase('credits of quality reviews', (databases) => {
  let endpoint: ModelEndpoint;
  let location: DatabaseLocation;
  let host: ReviewHost;

  const env = () => ({
    SVC_MODEL: dialect.model,
    SVC_MODEL_BASE_URL: dialect.baseUrl(endpoint.origin),
    SVC_MODEL_API_KEY: 'sk-0123456789abcdef',
    SVC_LONG_JOB_CONCURRENCY: '1',
  });
  const plan = (wanted: object) => host.invoke(setPlan, { organization: 'acme', ...wanted });
  const credits = async (on = host) => {
    const { used, reserved } = await on.invoke(viewCredits, { orgId: 'acme' });
    return { used, reserved };
  };

  beforeEach(async () => {
    endpoint = await ModelEndpoint.start();
    location = await databases.create();
    host = await ReviewHost.start(databases, { location });
  });
  afterEach(async () => {
    await host.stop();
    await endpoint.close();
  });

  it('200 requests at once for 10 credits: exactly 10 run', async () => {
    await plan({ plan: 'team-v1', credits: 10 });
    const servers = [host];
    if (databases.engine === 'postgres')
      servers.push(await ReviewHost.start(databases, { location, beside: host }));
    const starts = Array.from({ length: 200 }, async (_, at) => {
      const upload = await bundleOf(skill(`poet-${at}`));
      const input = { workspace: 'tools', ...quality };
      return servers[at % servers.length]!.invoke(startReview, input, { upload });
    });
    const outcomes = await Promise.allSettled(starts);
    const begun = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const refused = outcomes.flatMap((each) =>
      each.status === 'rejected' ? (each.reason as { code: string }) : [],
    );
    expect(begun).toHaveLength(10);
    // on a machine with other work, some may wait for a connection in vain
    expect(['credits_exhausted', 'database_busy']).toEqual(
      expect.arrayContaining([...new Set(refused.map(({ code }) => code))]),
    );
    for (const { reviewRunId } of begun)
      expect(await host.end(reviewRunId)).toMatchObject({ status: 'completed' });
    expect(await credits()).toEqual({ used: 10, reserved: 0 });
    const { data } = await host.invoke(listReviews, { workspace: 'tools', pageSize: 100 });
    expect(data).toHaveLength(10);
    for (const other of servers.slice(1)) await other.stop();
  });

  it('are 5 with a judge, none for a failed run, and taken once when it is tried again', async () => {
    await host.stop();
    host = await ReviewHost.start(databases, { env: env() });
    endpoint.answer = answering(200, dialect.refusal);
    const failed = await host.review(skill('poet'), quality);
    expect(failed).toMatchObject({
      status: 'failed',
      review: null,
      failureReason: expect.any(String),
    });
    expect(await credits()).toEqual({ used: 0, reserved: 0 });
    const dimension = { reasoning: 'SKILL.md:8 is clear.', score: 4, suggestion: 'Say more.' };
    endpoint.answer = (response) => {
      const { system } = dialect.textsOf(endpoint.sent.at(-1)!.body);
      const ids = [...system.matchAll(/"id": "([a-z_]+)"/g)].map(([, id]) => id!);
      const scores = Object.fromEntries(ids.map((id) => [id, dimension]));
      const value = { scores, overall_assessment: 'Good.', suggestions: [] };
      answering(200, dialect.value(value))(response);
    };
    const { reviewRunId: id } = failed;
    await host.invoke(retryRun, { id });
    expect(await host.end(id)).toMatchObject({
      status: 'completed',
      engine: { name: 'svc-judge', model: dialect.model, reviewer: 'default' },
      review: { reviewScore: expect.any(Number) },
    });
    expect(await credits()).toEqual({ used: 5, reserved: 0 });
  });

  it('are 1 where no skill passes the checks, because no judge is asked', async () => {
    await host.stop();
    host = await ReviewHost.start(databases, { env: env() });
    const broken = { 'SKILL.md': '---\nname: poet\n---\n\n# Poems\n' };
    expect(await host.review(broken, quality)).toMatchObject({ review: { reviewScore: null } });
    expect(endpoint.sent).toEqual([]);
    expect(await credits()).toEqual({ used: 1, reserved: 0 });
  });

  it('are given back when a review is cancelled', async () => {
    await plan({ plan: 'team-v1', credits: 1 });
    const { reviewRunId: id } = await host.begin(skill('poet'), quality);
    await expect(host.begin(skill('other'), quality)).rejects.toMatchObject({
      code: 'credits_exhausted',
    });
    for (let round = 0; round < 2; round++)
      expect(await host.invoke(cancelReview, { id })).toMatchObject({ status: 'cancelled' });
    expect(await credits()).toEqual({ used: 0, reserved: 0 });
    await host.begin(skill('other'), quality);
  });

  it('are not needed for a review of the same content that is going on', async () => {
    await plan({ plan: 'team-v1', credits: 1 });
    const { reviewRunId } = await host.begin(skill('poet'), quality);
    expect(await host.begin(skill('poet'), quality)).toMatchObject({ reviewRunId });
    await expect(host.begin(skill('poet'), { ...quality, force: true })).rejects.toMatchObject({
      code: 'credits_exhausted',
    });
    expect(await host.end(reviewRunId)).toMatchObject({ status: 'completed' });
    expect(await credits()).toEqual({ used: 1, reserved: 0 });
  });

  it('do not buy what only paid plans have, whatever else is wrong', async () => {
    await plan({ plan: 'free', credits: 100 });
    const wanted = [
      [{ reviewPlugin: 'tools/none' }, 'reviewer'],
      [{ reviewPluginSent: true }, 'reviewer'],
      [{ model: 'openai/gpt-5' }, 'model'],
    ] as const;
    for (const [more, what] of wanted) {
      const input = { workspace: 'tools', ...quality, ...more };
      await expect(
        host.invoke(startReview, input, { upload: Buffer.from('no archive') }),
      ).rejects.toMatchObject({
        code: 'upgrade_required',
        status: 403,
        exit: 7,
        message: expect.stringContaining(what),
      });
    }
    expect((await host.invoke(listReviews, { workspace: 'tools' })).data).toEqual([]);
    const { reviewRunId } = await host.begin(skill('poet'), {
      ...quality,
      reviewPlugin: 'default',
    });
    expect(reviewRunId).toEqual(expect.any(String));
  });
});
