import { afterEach, expect } from '@jest/globals';
import { setPlan, viewCredits } from '../../../modules/billing/contract/operations.js';
import {
  listTiles,
  listVersions,
  publishTile,
  searchRegistry,
  viewTile,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { listReviews, retryRun } from '../../../modules/review/contract/operations.js';
import { fieldsOf } from '../../../toolbox/type-guards.js';
import { until } from '../../until.js';
import { itInTurn } from '../databases-by-day.js';
import { describeEachDatabase } from '../databases.js';
import { answering, dialects, ModelEndpoint } from '../models/model-endpoint.js';
import { StatementLog } from '../statement-log.js';
import { bundleOf, ReviewHost } from './review-host.js';

const dialect = dialects[1]!;
const plugin = (version: string, more: Readonly<Record<string, string>> = {}) => ({
  '.svc-plugin/plugin.json': JSON.stringify({
    name: 'tools/demo',
    version,
    description: 'Demo',
    private: false,
  }),
  'skills/demo/SKILL.md':
    '---\nname: demo\ndescription: Shows a demo. Use when asked for one.\n---\n\n# Demo\n\nRun it.\n',
  ...more,
});
const tile = { workspace: 'tools', tile: 'demo' };

describeEachDatabase('quality of published versions', (databases) => {
  const it = itInTurn(databases);
  let host: ReviewHost;

  const start = async (env: Readonly<Record<string, string>> = {}) => {
    host = await ReviewHost.start(databases, { env });
  };
  afterEach(() => host.stop());

  const factOf = async (version: string) => {
    const view = await host.invoke(viewVersion, { ...tile, version });
    return fieldsOf(fieldsOf(view.facts)['quality']);
  };
  const publish = async (files: Readonly<Record<string, string>>) => {
    await host.invoke(publishTile, { workspace: 'tools' }, { upload: await bundleOf(files) });
  };
  const reviewed = (version: string, name = 'svc-quality') => {
    host.work();
    return until(async () => {
      const view = await host.invoke(viewVersion, { ...tile, version });
      const fact = fieldsOf(fieldsOf(view.facts)['quality']);
      const isDone = fact['status'] === 'completed' && fieldsOf(fact['engine'])['name'] === name;
      return isDone && view.moderationStatus === 'pass' ? fact : undefined;
    });
  };
  const used = async () => (await host.invoke(viewCredits, { orgId: 'acme' })).used;

  it('stands with the version, the plugin, in lists and in searches', async () => {
    await start();
    await publish(plugin('1.0.0'));
    // a fact whose code loads for more than a second is left out
    const first = await until(async () => {
      const known = await factOf('1.0.0');
      return typeof known['status'] === 'string' && known;
    });
    expect(first).toMatchObject({ reviewRunId: expect.any(String) });
    const fact = await reviewed('1.0.0');
    const score = fact['reviewScore'] as number;
    expect(score).toBeGreaterThan(0);
    expect(fact).toMatchObject({
      tileScore: Math.floor(score * 0.8),
      engine: { ruleset: expect.any(String) },
      text: `${score} of 100, without a model; plugin score ${Math.floor(score * 0.8)} with 0 evaluations`,
    });
    const label = `score ${Math.floor(score * 0.8)}`;
    const short = { quality: { status: 'completed', reviewScore: score, label } };
    const view = await host.invoke(viewTile, tile);
    expect(view).toMatchObject({ latest: { facts: short } });
    const { data } = await host.invoke(listTiles, {});
    expect(data).toMatchObject([{ latest: { facts: short } }]);
    const found = await host.invoke(searchRegistry, { query: 'demo' });
    expect(found.data).toMatchObject([{ facts: short }]);
    expect(await used()).toBe(1);
  });

  it('and the security of many versions are read with one statement, and kept', async () => {
    await start();
    await publish(plugin('1.0.0'));
    await publish(plugin('1.1.0', { 'README.md': '# Demo\n' }));
    await reviewed('1.0.0');
    await reviewed('1.1.0');
    const log = new StatementLog();
    const reads = await host.server.host.get(readDatabaseKey);
    const { manager } = reads;
    manager.connection.logger = log;
    // TypeORM logs no statement that SQLite keeps prepared
    Object.assign(reads, {
      prepared: (sql: string, values: unknown[]) => manager.query(sql, values),
    });
    const count = async (read: () => Promise<unknown>) => {
      log.statements.length = 0;
      await read();
      return log.statements.filter((statement) =>
        /review_(runs|versions)|eval_runs/.test(statement),
      );
    };
    const first = await count(() => host.invoke(listVersions, tile));
    expect(first.filter((statement) => statement.includes('review_versions'))).toHaveLength(1);
    const { data } = await host.invoke(listVersions, tile);
    expect(data).toHaveLength(2);
    for (const { facts } of data)
      expect(facts).toMatchObject({
        security: { verdict: 'pass' },
        quality: { reviewScore: expect.any(Number) },
      });
    expect(await count(() => host.invoke(listVersions, tile))).toEqual([]);
    await host.invoke(viewTile, tile);
    expect(await count(() => host.invoke(viewTile, tile))).toEqual([]);
  });

  it('is reviewed later, and the version published, if there are no credits', async () => {
    await start();
    await host.invoke(setPlan, { organization: 'acme', plan: 'team-v1', credits: 0 });
    await publish(plugin('1.0.0'));
    const fact = await until(async () => {
      const known = await factOf('1.0.0');
      return typeof known['status'] === 'string' && known;
    });
    expect(fact).toMatchObject({
      status: 'failed',
      reviewScore: null,
      failureReason: expect.stringContaining('This needs 1 credit;'),
    });
    const stranger = await host.server.host.invoke(viewVersion, { ...tile, version: '1.0.0' });
    const shown = fieldsOf(fieldsOf(stranger.facts)['quality']);
    expect(shown).toMatchObject({ status: 'failed', failureReason: null, text: 'not reviewed' });
    const id = fact['reviewRunId'] as string;
    await expect(host.invoke(retryRun, { id })).rejects.toMatchObject({
      code: 'credits_exhausted',
    });
    expect(await factOf('1.0.0')).toMatchObject({ status: 'failed' });
    await host.invoke(setPlan, { organization: 'acme', credits: 3 });
    await host.invoke(retryRun, { id });
    expect(await reviewed('1.0.0')).toMatchObject({ reviewScore: expect.any(Number) });
    expect(await used()).toBe(1);
  });

  it('is judged by the model of the workspace, where it has the credits', async () => {
    const endpoint = await ModelEndpoint.start();
    const dimension = { reasoning: 'SKILL.md:8 is clear.', score: 5, suggestion: '' };
    endpoint.answer = (response) => {
      const { system } = dialect.textsOf(endpoint.sent.at(-1)!.body);
      const ids = [...system.matchAll(/"id": "([a-z_]+)"/g)].map(([, id]) => id!);
      const scores = Object.fromEntries(ids.map((id) => [id, dimension]));
      const value = { scores, overall_assessment: 'Good.', suggestions: [] };
      answering(200, dialect.value(value))(response);
    };
    await start({
      SVC_MODEL: dialect.model,
      SVC_MODEL_BASE_URL: dialect.baseUrl(endpoint.origin),
      SVC_MODEL_API_KEY: 'sk-0123456789abcdef',
      SVC_LONG_JOB_CONCURRENCY: '1',
    });
    try {
      await host.invoke(setPlan, { organization: 'acme', plan: 'team-v1', credits: 6 });
      await publish(plugin('1.0.0'));
      const fact = await reviewed('1.0.0', 'svc-judge');
      expect(fact).toMatchObject({
        engine: { model: dialect.model },
        reviewScore: expect.any(Number),
      });
      expect(await used()).toBe(5);
      // one credit is left: for the review without a model only
      await publish(plugin('1.1.0', { 'README.md': '# Demo\n' }));
      const other = await reviewed('1.1.0');
      expect(other['engine']).toEqual({ name: 'svc-quality', ruleset: expect.any(String) });
      expect(await used()).toBe(6);
    } finally {
      await endpoint.close();
    }
  });

  it('of a plugin without skills has no score, and costs nothing', async () => {
    await start();
    const { 'skills/demo/SKILL.md': skill, ...files } = plugin('1.0.0', { 'rules/a.md': '# A\n' });
    expect(skill).toEqual(expect.any(String));
    await publish(files);
    expect(await reviewed('1.0.0')).toMatchObject({ reviewScore: null, text: 'no score' });
    expect(await used()).toBe(0);
    const { data } = await host.invoke(listReviews, { workspace: 'tools' });
    expect(data).toMatchObject([{ subject: { tileRef: 'tools/demo@1.0.0' }, reviewScore: null }]);
  });
});
