import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  cancelGeneration,
  downloadScenarios,
  generateScenarios,
  listGenerations,
  showGeneration,
} from '../../../modules/eval/contract/generation-operations.js';
import type { GenerateScenariosInput } from '../../../modules/eval/contract/generation-inputs.js';
import type { GenerationView } from '../../../modules/eval/contract/generation-view.js';
import { switchEvals, uploadBundle } from '../../../modules/eval/contract/run-operations.js';
import { lintScenario } from '../../../modules/eval/lint/lint-scenario.js';
import { DEFAULT_EXCLUDE } from '../../../modules/eval/scenario/default-exclude.js';
import { idempotent, ledger, partial, task } from '../../../modules/eval/testing/base.js';
import { memoryFolder } from '../../../modules/eval/testing/memory-folder.js';
import { deleteWorkspace } from '../../../modules/identity/contract/operations/workspaces.js';
import { pluginFormatKey } from '../../../modules/registry/contract/plugin-format.js';
import { ModelServer } from '../../agents/model-server/model-server.js';
import type { Reply } from '../../agents/model-server/protocol.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { GitServer, type GitWork } from '../../network/git-server.js';
import { PASSWORD } from '../identity-server.js';
import { archiveOf } from '../registry/registry-host.js';
import { ReviewHost } from '../review/review-host.js';
import { Browser } from '../web/browser.js';
import { startHttp } from '../web/http-host.js';

const criteria = [idempotent, ledger, partial].map(({ name, description, max_score }) => ({
  ...{ name, description, max_score },
}));
const proposal = (name: string, more: object = {}) => ({
  ...{ name, description: `About ${name}`, context: 'Refunds by the rules of the ledger' },
  ...{ task: `${task}\nCall it ${name}.\n`, criteria },
  ...more,
});
const proposing = (...scenarios: readonly object[]): Reply => ({
  call: { tool: 'answer', input: { scenarios } },
});
const givenAway = proposal('leaks', { task: `${task}\n${ledger.description}.\n` });

describeEachDatabase('generations of scenarios', (database) => {
  const it = itInTurn(database);
  let host: ReviewHost;
  let model: ModelServer;
  let git: GitServer;
  let shop: GitWork;
  let replies: Reply[] = [];

  beforeAll(async () => {
    model = await ModelServer.start(() => replies.shift() ?? proposing());
    git = await GitServer.start({ host: '127.0.0.2' });
    shop = await git.create('acme/shop');
    host = await ReviewHost.start(database, {
      program: process.execPath,
      env: {
        PATH: process.env['PATH'] ?? '',
        SVC_MODEL: 'anthropic/claude-sonnet-4-5',
        SVC_MODEL_BASE_URL: model.origin,
        SVC_MODEL_API_KEY: 'sk-of-a-test',
        SVC_OUTBOUND_ALLOW: git.origin,
        SVC_LAUNCH_UNSANDBOXED: '1',
      },
    });
  });
  afterEach(() => {
    replies = [];
    model.requests.length = 0;
  });
  afterAll(async () => {
    await host.stop();
    await model.stop();
    await git.close();
  });

  const sendPlugin = async (kind: 'plugin' | 'scenarios' = 'plugin') => {
    const upload = await archiveOf({
      name: 'tools/refunds',
      skills: { refunds: 'Says how refunds are booked. Use when money goes back.' },
      files: { 'evals/old/task.md': 'An old scenario.', 'notes.txt': 'Cents only.' },
    });
    return (await host.invoke(uploadBundle, { workspace: 'tools', kind }, { upload })).bundleId;
  };
  const start = (input: Partial<GenerateScenariosInput>): Promise<GenerationView> =>
    host.invoke(generateScenarios, { workspace: 'tools', ...input });
  const end = async (id: string): Promise<GenerationView> => {
    host.work();
    return host.invoke(showGeneration, { id, wait: 20 });
  };
  const generate = async (input: Partial<GenerateScenariosInput> = {}) => {
    const bundle = input.repo === undefined ? { bundle: await sendPlugin() } : {};
    return end((await start({ ...bundle, ...input })).generationId);
  };
  /** The files of the result, by the folders that they are in. */
  const filesOf = async (id: string) => {
    const { body } = await host.invoke(downloadScenarios, { id });
    const format = await host.server.host.get(pluginFormatKey);
    const folders = new Map<string, Record<string, string>>();
    for (const { path, content } of await format.filesOfArchive(await buffer(body))) {
      const [folder = '', name = ''] = path.split('/');
      folders.set(folder, { ...folders.get(folder), [name]: Buffer.from(content).toString() });
    }
    return folders;
  };

  it('wait, are worked on, and have scenarios that can be downloaded', async () => {
    replies = [proposing(proposal('one'), proposal('two'))];
    const begun = await start({ bundle: await sendPlugin(), count: 2 });
    expect(begun).toMatchObject({
      status: 'pending',
      source: { type: 'plugin', name: 'tools/refunds', commit: null, pullRequest: null },
      scenariosCount: 0,
      createdBy: 'admin@example.com',
      failureReason: null,
    });
    const ended = await end(begun.generationId);
    expect(ended).toMatchObject({
      status: 'completed',
      scenariosCount: 2,
      rejected: [],
      progress: null,
    });
    const folders = await filesOf(ended.generationId);
    expect([...folders.keys()].sort()).toEqual(ended.scenarios.map(({ name }) => name).sort());
    for (const [name, files] of folders) {
      expect(name).toMatch(/^[0-9a-f]{7}-(one|two)$/);
      expect(Object.keys(files)).toEqual(['criteria.json', 'scenario.json', 'task.md']);
      expect(await lintScenario(memoryFolder(files))).toMatchObject({ findings: [] });
    }
    const { shown } = model.requests[0]!;
    expect(shown).toContain('Says how refunds are booked');
    expect(shown).not.toContain('An old scenario');
  });

  it('have a page that shows what was written, leads to the files, and cancels after a question', async () => {
    const http = await startHttp(host.server.host.kernel);
    const browser = new Browser(http.origin);
    await browser.submit('/sign-in', { email: 'admin@example.com', password: PASSWORD });
    replies = [proposing(proposal('one'), givenAway), proposing()];
    const { generationId: id } = await generate({ count: 2 });
    const { html } = await browser.get(`/generations/${id}`);
    expect(html).toMatch(/<h3>[0-9a-f]{7}-one<\/h3>/);
    expect(html).toContain('Proposals that were dropped');
    expect(html).toContain(`svc scenario download ${id}`);
    const files = await browser.get(`/generations/${id}/scenarios`);
    expect(files.headers.get('content-disposition')).toContain('attachment');
    const listed = await browser.get('/runs?workspace=tools&kind=generations&state=done');
    expect(listed.html).toContain(`href="/generations/${id}"`);
    const ended = await browser.get(`/generations/${id}/cancel`);
    expect(ended.headers.get('location')).toBe(`/generations/${id}`);
    for (const rest of ['', '/cancel', '/scenarios'])
      expect((await browser.get(`/generations/${randomUUID()}${rest}`)).status).toBe(404);
    http.close();
  });

  it('ask once more for what cannot be used, and say why', async () => {
    replies = [proposing(givenAway, proposal('one')), proposing(proposal('two'))];
    const ended = await generate({ count: 2 });
    expect(ended.scenarios.map(({ name }) => name.slice(8))).toEqual(['one', 'two']);
    expect(ended.rejected).toEqual([
      expect.stringMatching(/^"leaks": criteria\.json:\d+: task\.md:\d+ says/),
    ]);
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]!.shown).toContain('Write one scenario.');
    expect(model.requests[1]!.shown).toContain('Name: \\"Rejected\\"');
  });

  describe('fail when nothing can be used', () => {
    const prose: Reply = { text: 'I am the best author of scenarios there is. Here they are.' };
    it.each<readonly [string, Reply, readonly (string | RegExp)[]]>([
      ['prose', prose, [/not of the form/, /not of the form/]],
      ['nothing', proposing(), []],
      ['no fields', proposing({ name: 'a' }), [/not of the form/, /not of the form/]],
      ['only leaks', proposing(givenAway), [/^"leaks"/, /^"leaks"/]],
      ['no criteria', proposing(proposal('a', { criteria: [] })), [/no criterion/, /no criterion/]],
      [
        'a huge answer',
        proposing(proposal('a', { task: 'x'.repeat(1_000_000) })),
        [/not of the form/, /not of the form/],
      ],
    ])('%s', async (_what, reply, why) => {
      replies = [reply, reply];
      const ended = await generate({ count: 1 });
      expect(ended).toMatchObject({
        status: 'failed',
        scenariosCount: 0,
        scenarios: [],
        failureReason: { code: 'nothing_generated' },
      });
      expect(ended.rejected).toEqual(why.map((each) => expect.stringMatching(each)));
      await expect(
        host.invoke(downloadScenarios, { id: ended.generationId }),
      ).rejects.toMatchObject({ code: 'generation_not_completed', status: 409 });
    });
  });

  it('have names that lead nowhere, and no more scenarios than were asked for', async () => {
    const names = ['../../etc/cron.d/x', '/root/.ssh', 'a\0b\u202e', '$(reboot)'];
    replies = [proposing(...names.map((name) => proposal(name, { task })))];
    const ended = await generate({ count: 3 });
    expect(ended.scenarios.map(({ name }) => name.slice(8))).toEqual([
      'etc-cron-d-x',
      'root-ssh',
      'a-b',
    ]);
    expect([...(await filesOf(ended.generationId)).keys()]).toHaveLength(3);
  });

  it('of a commit begin with the commit before it', async () => {
    const before = await shop.commit({ 'README.md': '# Shop\n', 'src/a.js': 'one\n' });
    const commit = await shop.commit({ 'src/a.js': 'two\n' });
    await shop.commit({ 'src/b.js': 'later\n' });
    for (const named of [commit, commit.slice(0, 8)]) {
      replies = [proposing(proposal('change'))];
      const ended = await generate({
        repo: git.url('acme/shop'),
        commit: named,
        contextPatterns: ['.agents/'],
      });
      expect(ended).toMatchObject({
        status: 'completed',
        source: { type: 'commit', name: git.url('acme/shop'), commit: named },
      });
      const [files] = (await filesOf(ended.generationId)).values();
      expect(JSON.parse(files!['scenario.json']!)).toMatchObject({
        fixtures: {
          repository: {
            type: 'commit',
            repoUrl: git.url('acme/shop'),
            ref: before,
            exclude: [...DEFAULT_EXCLUDE, '.agents/'],
          },
        },
      });
      expect(model.requests.at(-1)!.shown).toContain('+two');
      expect(model.requests.at(-1)!.shown).not.toContain('later');
    }
  });

  it('of a pull request begin where it left the default branch', async () => {
    const work = await git.create('acme/pulls');
    const base = await work.commit({ 'a.txt': 'one\n' });
    await work.git('checkout', '--quiet', '-b', 'topic');
    await work.commit({ 'a.txt': 'two\n' }, 'topic');
    await work.commit({ 'b.txt': 'three\n' }, 'topic');
    await work.git('push', '--quiet', work.bare, 'HEAD:refs/pull/7/head');
    await work.git('checkout', '--quiet', 'main');
    await work.commit({ 'c.txt': 'other\n' });
    replies = [proposing(proposal('request'))];
    const ended = await generate({ repo: git.url('acme/pulls'), pullRequest: 7 });
    expect(ended).toMatchObject({ status: 'completed', source: { pullRequest: 7 } });
    const [files] = (await filesOf(ended.generationId)).values();
    expect(files!['scenario.json']).toContain(base);
    expect(model.requests[0]!.shown).toContain('+three');
    expect(model.requests[0]!.shown).not.toContain('other');
  });

  it.each([
    [
      'a repository that is gone',
      { repo: '/nowhere', commit: 'f'.repeat(40) },
      'repository_unavailable',
    ],
    [
      'a commit that is not there',
      { repo: '/acme/shop', commit: 'f'.repeat(40) },
      'revision_missing',
    ],
    [
      'a pull request that is not there',
      { repo: '/acme/shop', pullRequest: 99 },
      'revision_missing',
    ],
  ])('of %s fail and ask no model', async (_what, { repo, ...which }, code) => {
    const ended = await generate({ repo: `${git.origin}${repo}`, ...which });
    expect(ended).toMatchObject({ status: 'failed', failureReason: { code } });
    expect(model.requests).toEqual([]);
  });

  it('have exactly one source', async () => {
    const bundle = await sendPlugin();
    const repo = 'acme/shop';
    for (const input of [
      {},
      { bundle, repo, commit: 'f'.repeat(40) },
      { repo },
      { repo, commit: 'f'.repeat(40), pullRequest: 1 },
      { repo, commit: 'f'.repeat(40), count: 2 },
      { bundle, commit: 'f'.repeat(40) },
      { bundle, contextPatterns: ['*.md'] },
      { repo: 'https://user:secret@git.example/a/b', pullRequest: 1 },
      { repo: 'file:///etc', pullRequest: 1 },
      { repo: '../..', pullRequest: 1 },
    ]) {
      const error = await start(input).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'generation_source', status: 400 });
      expect(JSON.stringify(error)).not.toContain('secret');
    }
    await expect(start({ bundle: await sendPlugin('scenarios') })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describeEachDatabase('generations that wait', (database) => {
  it('are listed, keep their workspace, and are cancelled', async () => {
    const env = { SVC_MODEL: 'openai/qwen3', SVC_MODEL_BASE_URL: 'http://127.0.0.1:9/v1' };
    const host = await ReviewHost.start(database, { env });
    try {
      const asked = { workspace: 'tools', repo: 'acme/shop', pullRequest: 3 };
      const { generationId: id, source } = await host.invoke(generateScenarios, asked);
      expect(source.name).toBe('https://github.com/acme/shop');
      const list = async (more: object) =>
        (await host.invoke(listGenerations, { workspace: 'tools', ...more })).data.map(
          ({ generationId, status }) => [generationId, status],
        );
      expect(await list({ mine: true, status: 'pending' })).toEqual([[id, 'pending']]);
      expect(await list({ status: 'in_progress' })).toEqual([]);
      await expect(host.invoke(deleteWorkspace, { id: 'tools' })).rejects.toMatchObject({
        code: 'workspace_not_empty',
        message: expect.stringContaining('1 generation that has not ended'),
      });
      const cancelled = await host.invoke(cancelGeneration, { id });
      expect(cancelled).toMatchObject({
        status: 'failed',
        failureReason: { code: 'cancelled' },
        rejected: [],
      });
      expect(await host.invoke(cancelGeneration, { id })).toEqual(cancelled);
      expect(await list({ status: 'failed' })).toEqual([[id, 'failed']]);
      await host.invoke(deleteWorkspace, { id: 'tools' });
    } finally {
      await host.stop();
    }
  });
});

describeEachDatabase('generations that are not allowed', (database) => {
  it('store nothing', async () => {
    const host = await ReviewHost.start(database);
    try {
      const asked = { workspace: 'tools', repo: 'acme/shop', pullRequest: 3 };
      await expect(host.invoke(generateScenarios, asked)).rejects.toMatchObject({
        code: 'model_not_configured',
      });
      await host.invoke(switchEvals, { workspace: 'tools', enabled: false });
      await expect(host.invoke(generateScenarios, asked)).rejects.toMatchObject({
        code: 'evals_disabled',
        status: 400,
      });
      expect((await host.invoke(listGenerations, { workspace: 'tools' })).data).toEqual([]);
    } finally {
      await host.stop();
    }
  });
});
