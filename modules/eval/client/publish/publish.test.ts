/** What publishing does about evaluations, against a server that writes down what it is sent. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnyOperation } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import * as commands from '../../../registry/contract/plugin-commands.js';
import type { PublishOutcome } from '../../../registry/contract/plugin-command-results.js';
import { pluginFormatKey } from '../../../registry/contract/plugin-format.js';
import evals from '../../module.js';
import { readBundle } from '../../server/bundle/open-bundle.js';
import { criteriaOf, item, scenarioOf } from '../../testing/base.js';
import { EvalServer } from '../testing/eval-server.js';
import { evalRun, plan, RUN } from '../testing/views.js';

const PUBLISH = 'POST /v1/tiles';
const PREVIEW = 'GET /v1/tiles/acme/shop/publish-preview';
const PROJECT = 'GET /v1/projects/acme/shop';
const BUNDLES = 'POST /experimental/eval-bundles';
const START = 'POST /experimental/eval-runs-v2';

let server: EvalServer;
let host: TestHost;
let cwd: string;

beforeAll(async () => {
  server = await EvalServer.start();
});
afterAll(() => {
  server.close();
});
beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'svc-publish-')));
  server.reset();
  published({ unchanged: false });
  server.data('GET /v1/tiles/acme/shop/versions/1.0.0', { facts: {} });
  server.data(PREVIEW, { version: '1.0.0', unchanged: false, private: true });
  server.data(PROJECT, { id: RUN, workspace: 'acme', fullName: 'acme/shop' });
  server.data(BUNDLES, { bundleId: RUN });
  server.data('POST /experimental/eval-runs-v2/check', plan());
  server.data(START, evalRun({ status: 'pending' }));
  await write({
    'svc.json': '{"name":"acme/shop"}',
    '.svc-plugin/plugin.json': '{"name":"acme/shop","version":"1.0.0","description":"The shop."}',
    'SKILL.md': '---\nname: refund\ndescription: Use when money goes back.\n---\n\nAppend a row.\n',
  });
  await scenario('evals/refunds');
  host = await startTestHost({
    facet: 'client',
    modules: [evals],
    cwd,
    env: { SVC_URL: server.url, SVC_TOKEN: 'svc_key_x', PATH: process.env['PATH'] },
  });
});
afterEach(async () => {
  await host.stop();
  await rm(cwd, { recursive: true, force: true });
});

async function write(texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
}

const scenario = (folder: string, files: Readonly<Record<string, string>> = {}) =>
  write(
    Object.fromEntries(
      Object.entries(scenarioOf(files)).map(([path, text]) => [`${folder}/${path}`, text]),
    ),
  );

function published(over: object): void {
  server.data(PUBLISH, {
    name: 'acme/shop',
    version: '1.0.0',
    private: true,
    moderationStatus: 'skipped',
    warnings: [],
    ...over,
  });
}

const publish = (input: object = {}, { id }: AnyOperation = commands.publishPlugin) =>
  host.invoke(id, input) as Promise<PublishOutcome>;
const followUp = ({ followUps = [] }: PublishOutcome) => followUps.find(({ by }) => by === 'eval');
const filesOf = async (line: string) =>
  (await host.get(pluginFormatKey)).filesOfArchive(server.to(line).at(-1)?.body ?? Buffer.alloc(0));
const shipped = async () => (await filesOf(PUBLISH)).map(({ path }) => path);
const evaluated = async () => [...(await readBundle(await filesOf(BUNDLES))).scenarios.keys()];

/** A scenario whose only criterion is met by doing nothing. */
const poor = {
  'criteria.json': criteriaOf(
    item('Does not log', {
      category: 'MUST_NOT',
      check: { type: 'file', path: 'debug.log', exists: false },
    }),
  ),
};

describe('publishing', () => {
  it('ships and evaluates the scenarios of the plugin, with the published version as the context', async () => {
    const outcome = await publish();
    expect(followUp(outcome)).toEqual({
      by: 'eval',
      id: RUN,
      message: `It is being evaluated (4 cells, at most 8 credits): \`svc eval view --wait ${RUN}\` shows the result.`,
    });
    expect(await shipped()).toContain('evals/refunds/task.md');
    expect(await evaluated()).toEqual(['refunds']);
    expect(server.json(START)).toMatchObject({
      workspace: 'acme',
      context: { type: 'plugin', ref: 'acme/shop@1.0.0' },
      published: 'acme/shop@1.0.0',
    });
  });

  it('does neither with --skip-evals', async () => {
    expect(followUp(await publish({ skipEvals: true }))).toBeUndefined();
    expect((await shipped()).filter((path) => path.startsWith('evals/'))).toEqual([]);
    expect(server.to(BUNDLES)).toEqual([]);
  });

  it.each([commands.publishPluginTool, commands.publishSkillTool])(
    'does neither by the tool $id',
    async (operation) => {
      expect(followUp(await publish({}, operation))).toBeUndefined();
      expect((await shipped()).filter((path) => path.startsWith('evals/'))).toEqual([]);
    },
  );

  it('starts nothing for content that is published already', async () => {
    published({ unchanged: true });
    expect(followUp(await publish())).toBeUndefined();
    expect(server.to(BUNDLES)).toEqual([]);
  });

  it('says nothing where there are no scenarios', async () => {
    await rm(join(cwd, 'evals'), { recursive: true });
    expect(followUp(await publish())).toBeUndefined();
  });

  it.each<[string, () => unknown, string]>([
    ['no project', () => write({ 'svc.json': '{"name":"shop"}' }), 'is not linked to a project'],
    [
      'no credits',
      () => {
        server.refuse(START, {
          code: 'credits_exhausted',
          status: 402,
          detail: 'No credits are left.',
        });
      },
      'No credits are left.',
    ],
    [
      'no key of the agent',
      () => {
        server.refuse('POST /experimental/eval-runs-v2/check', {
          code: 'agent_key_missing',
          status: 422,
          detail: 'Claude Code has no key.',
        });
      },
      'Claude Code has no key.',
    ],
    [
      'a server without evaluations',
      () => {
        server.refuse(BUNDLES, {
          code: 'not_found',
          status: 404,
          detail: 'There is no such route.',
        });
      },
      'There is no such route.',
    ],
    ['a broken scenario', () => scenario('evals/refunds', { 'criteria.json': '{' }), '1 error'],
  ])('succeeds with one note when there is %s', async (_what, arrange, why) => {
    await arrange();
    const message = followUp(await publish())?.message ?? '';
    expect(message).toMatch(/^It is not evaluated: /);
    expect(message).toContain(why);
    expect(message).not.toContain('\n');
  });
});

describe('--eval-scenarios', () => {
  it('ships and evaluates other scenarios in place of evals/', async () => {
    await scenario('more/returns');
    await publish({ evalScenarios: 'more' });
    expect((await shipped()).filter((path) => path.startsWith('evals/'))).toEqual([
      'evals/returns/criteria.json',
      'evals/returns/task.md',
    ]);
    expect(await evaluated()).toEqual(['returns']);
    await publish({ evalScenarios: 'more/returns' });
    expect(await shipped()).toContain('evals/returns/task.md');
    await publish({ evalScenarios: 'evals' });
    expect(await evaluated()).toEqual(['refunds']);
  });

  it.each([
    ['nowhere', 'scenarios_missing'],
    ['broken', 'scenario_invalid'],
  ])('publishes nothing with %s', async (evalScenarios, code) => {
    await scenario('broken/refunds', { 'criteria.json': '{' });
    await expect(publish({ evalScenarios })).rejects.toMatchObject({ code });
    expect(server.to(PUBLISH)).toEqual([]);
  });

  it.each([{ evalScenarios: 'evals' }, { withScenarioQualityCheck: true }])(
    'does not go with --skip-evals: %j',
    async (input) => {
      await expect(publish({ ...input, skipEvals: true })).rejects.toMatchObject({ code: 'usage' });
    },
  );
});

describe('--with-scenario-quality-check', () => {
  it('publishes sound scenarios', async () => {
    expect(followUp(await publish({ withScenarioQualityCheck: true }))?.id).toBe(RUN);
  });

  it('publishes nothing with a scenario that is of no use, and says why', async () => {
    await scenario('evals/poor', poor);
    await expect(publish({ withScenarioQualityCheck: true })).rejects.toMatchObject({
      code: 'scenarios_poor',
      exit: 8,
      issues: expect.arrayContaining([
        expect.objectContaining({ file: join(cwd, 'evals/poor') }),
      ]) as unknown,
    });
    expect(server.to(PUBLISH)).toEqual([]);
    expect(followUp(await publish())?.id).toBe(RUN);
  });

  it('publishes nothing with a scenario that cannot be read, or without one', async () => {
    await scenario('evals/refunds', { 'criteria.json': '{' });
    await expect(publish({ withScenarioQualityCheck: true })).rejects.toMatchObject({
      code: 'scenario_invalid',
    });
    await rm(join(cwd, 'evals'), { recursive: true });
    await expect(publish({ withScenarioQualityCheck: true })).rejects.toMatchObject({
      code: 'scenarios_missing',
    });
    expect(server.to(PUBLISH)).toEqual([]);
  });
});
