/** `svc scenario …` against a server that writes down what it is asked, and with archives that it should not send. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnyOperation } from 'svc-registry/kernel';
import { plainStyle, startTestHost, type TestHost } from 'svc-registry/testing';
import { pluginFormatKey } from '../../../registry/contract/plugin-format.js';
import type { DownloadedScenarios } from '../../contract/command-results.js';
import * as commands from '../../contract/scenario-commands.js';
import evals from '../../module.js';
import { EvalServer } from '../testing/eval-server.js';
import { GENERATION, generation } from '../testing/views.js';
import { placeScenarios } from './place.js';
import {
  downloadedText,
  generationText,
  generationsStartedText,
  generationsText,
} from './texts.js';

const GENERATIONS = 'GET /experimental/generation-runs';
const GENERATE = 'POST /experimental/eval-scenarios/generate';
const SHOW = `GET /experimental/generation-runs-v2/${GENERATION}`;
const DOWNLOAD = `${SHOW}/download`;
const BUNDLES = 'POST /experimental/eval-bundles';
const NAME = '0a1b2c3-refunds';

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
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'svc-scenarios-')));
  server.reset();
  server.data(GENERATE, generation({ status: 'pending' }));
  server.data(SHOW, generation());
  server.data(BUNDLES, { bundleId: GENERATION });
  server.answer(GENERATIONS, { data: [generation()], next: null, prev: null });
  await mkdir(join(cwd, '.git'));
  host = await startTestHost({
    facet: 'client',
    modules: [evals],
    cwd,
    env: { SVC_URL: server.url, SVC_TOKEN: 'svc_key_x', SVC_WORKSPACE: 'acme' },
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

const plugin = (folder: string) =>
  write({
    [`${folder}/.svc-plugin/plugin.json`]:
      '{"name":"acme/shop","version":"1.0.0","description":"The shop."}',
  });

const call = ({ id }: AnyOperation, input: object): Promise<unknown> => host.invoke(id, input);
const asked = () => server.to(GENERATE).map(({ body }) => JSON.parse(String(body)) as object);

/** An archive as a server sends it, or as it should not. */
async function archive(texts: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const files = Object.entries(texts).map(([path, text]) => ({
    path,
    mode: 0o644 as const,
    content: Buffer.from(text),
  }));
  return (await host.get(pluginFormatKey)).pack({ files });
}
const task = (text = 'new'): Record<string, string> => ({
  [`${NAME}/task.md`]: text,
  [`${NAME}/criteria.json`]: '{}',
});

describe('generating', () => {
  it('sends a plugin, waits, and answers what was made', async () => {
    await plugin('plugins/shop');
    const outcome = await call(commands.generateCommand, { source: 'plugins/shop', count: 5 });
    expect(outcome).toMatchObject({ generations: [{ status: 'completed' }], failed: [] });
    expect(server.to(BUNDLES)).toMatchObject([{ query: { workspace: 'acme', kind: 'plugin' } }]);
    expect(asked()).toEqual([{ workspace: 'acme', bundle: GENERATION, count: 5 }]);
  });

  it('starts one generation for each commit and pull request', async () => {
    const input = {
      source: 'acme/shop',
      commits: '0a1b2c3, 0A1B2C4',
      prs: '12',
      context: '*.mdc,docs/**',
      workspace: 'tools',
      wait: false,
    };
    const outcome = await call(commands.generateCommand, input);
    expect(outcome).toMatchObject({ generations: [{}, {}, {}], failed: [] });
    const every = { workspace: 'tools', repo: 'acme/shop', contextPatterns: ['*.mdc', 'docs/**'] };
    expect(asked()).toEqual([
      { ...every, commit: '0a1b2c3' },
      { ...every, commit: '0a1b2c4' },
      { ...every, pullRequest: 12 },
    ]);
  });

  it('names those that made nothing, for the exit code', async () => {
    await plugin('shop');
    const failureReason = { code: 'no_scenarios', message: 'No scenario was usable.' };
    server.data(SHOW, generation({ status: 'failed', scenarios: [], failureReason }));
    const outcome = await call(commands.generateCommand, { source: 'shop' });
    expect(outcome).toMatchObject({ failed: [GENERATION] });
    expect(commands.generateCommand.cli?.exits).toEqual([{ field: 'failed', exit: 8 }]);
  });

  it('says what goes on when another one cannot be started', async () => {
    server.answer(
      GENERATE,
      { data: generation({ status: 'pending' }) },
      { status: 400, code: 'evals_disabled', title: 'Off', exit: 7 },
    );
    const input = { source: 'acme/shop', prs: '1,2' };
    await expect(call(commands.generateCommand, input)).rejects.toMatchObject({
      code: 'evals_disabled',
    });
    expect(host.warnings).toEqual([`${GENERATION} was started, and goes on.`]);
  });

  it.each<[string, object]>([
    ['--commits with a plugin', { source: 'shop', commits: '0a1b2c3' }],
    ['--prs with a plugin', { source: 'shop', prs: '1' }],
    ['--context with a plugin', { source: 'shop', context: '*.md' }],
    ['--workspace with a plugin', { source: 'shop', workspace: 'acme' }],
    ['--count with a repository', { source: 'acme/shop', prs: '1', count: 2 }],
    ['a repository alone', { source: 'acme/shop' }],
    ['no hash of a commit', { source: 'acme/shop', commits: 'main' }],
    ['no number of a pull request', { source: 'acme/shop', prs: '1,x' }],
    ['neither a folder nor a repository', { source: 'nowhere' }],
  ])('usage: %s', async (_what, input) => {
    await plugin('shop');
    await expect(call(commands.generateCommand, input)).rejects.toMatchObject({ code: 'usage' });
    expect(server.asked).toEqual([]);
  });

  it('takes a folder before a repository of the same name', async () => {
    await plugin('acme/shop');
    await call(commands.generateCommand, { source: 'acme/shop' });
    expect(asked()).toEqual([{ workspace: 'acme', bundle: GENERATION }]);
  });
});

describe('looking', () => {
  it('lists by filters, and finds the newest', async () => {
    const input = { mine: true, status: 'completed', limit: 3 };
    await call(commands.listGenerationsCommand, input);
    expect(server.to(GENERATIONS)[0]?.query).toMatchObject({
      workspace: 'acme',
      mine: 'true',
      status: 'completed',
      'page[size]': '3',
    });
    await expect(call(commands.viewGenerationCommand, { last: true })).resolves.toMatchObject({
      generationId: GENERATION,
    });
  });

  it.each([{}, { id: GENERATION, last: true }])('usage: view with %j', async (input) => {
    await expect(call(commands.viewGenerationCommand, input)).rejects.toMatchObject({
      code: 'usage',
    });
  });

  it('says that there is nothing yet', async () => {
    server.answer(GENERATIONS, { data: [], next: null, prev: null });
    await expect(call(commands.viewGenerationCommand, { last: true })).rejects.toMatchObject({
      code: 'nothing_last',
      exit: 4,
    });
  });
});

describe('downloading', () => {
  const download = (input: object = {}) =>
    call(commands.downloadCommand, { id: [GENERATION], ...input }) as Promise<DownloadedScenarios>;
  const text = (path: string) => readFile(join(cwd, path), 'utf8');

  it('writes to evals/, in a plugin to those of the plugin', async () => {
    server.answer(DOWNLOAD, await archive(task()));
    expect(await download()).toEqual({
      folder: join(cwd, 'evals'),
      strategy: 'merge',
      scenarios: [NAME],
      replaced: [],
      removed: [],
    });
    expect(await text(`evals/${NAME}/task.md`)).toBe('new');
    expect(await readdir(join(cwd, 'evals'))).toEqual([NAME]);
    await plugin('plugins/shop');
    await mkdir(join(cwd, 'plugins/shop/skills'));
    const inPlugin = await startTestHost({
      facet: 'client',
      modules: [evals],
      cwd: join(cwd, 'plugins/shop/skills'),
      env: { SVC_URL: server.url, SVC_TOKEN: 'svc_key_x', SVC_WORKSPACE: 'acme' },
    });
    const outcome = await inPlugin.invoke(commands.downloadCommand, { last: true });
    expect(outcome.folder).toBe(join(cwd, 'plugins/shop/evals'));
    await inPlugin.stop();
  });

  it('replaces folders of the same name as a whole, and keeps the others', async () => {
    await write({
      [`evals/${NAME}/old.txt`]: 'old',
      'evals/mine/task.md': 'mine',
      'evals/README.md': 'mine',
    });
    server.answer(DOWNLOAD, await archive(task()));
    expect(await download()).toMatchObject({ replaced: [NAME], removed: [] });
    expect(existsSync(join(cwd, `evals/${NAME}/old.txt`))).toBe(false);
    expect(await text('evals/mine/task.md')).toBe('mine');
  });

  it('clears the folder with --strategy replace', async () => {
    await write({ 'evals/mine/task.md': 'mine', 'evals/README.md': 'mine' });
    server.answer(DOWNLOAD, await archive(task()));
    const outcome = await download({ strategy: 'replace' });
    expect(outcome).toMatchObject({ removed: ['README.md', 'mine'] });
    expect(await readdir(join(cwd, 'evals'))).toEqual([NAME]);
  });

  it.each([
    ['the current folder', '.'],
    ['a folder around it', '..'],
    ['a plugin', 'plugins/shop'],
    ['a project', 'project'],
  ])('never clears %s', async (_what, output) => {
    await plugin('plugins/shop');
    await write({ 'project/svc.json': '{}' });
    await expect(download({ strategy: 'replace', output })).rejects.toMatchObject({
      code: 'target_not_cleared',
    });
    expect(server.asked).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['no folder of a scenario', { 'task.md': 'x' }],
    ['another name', { 'refunds/task.md': 'x' }],
    ['a hidden name', { '.svc-download/task.md': 'x' }],
    ['no task', { [`${NAME}/criteria.json`]: '{}' }],
    ['nothing', {}],
  ])('writes nothing of an archive with %s', async (_what, texts) => {
    server.answer(DOWNLOAD, await archive(texts));
    await expect(download()).rejects.toMatchObject({ code: 'download_unsafe' });
    expect(existsSync(join(cwd, 'evals'))).toBe(false);
  });

  it('writes nothing of an archive that breaks the rules of archives', async () => {
    server.answer(DOWNLOAD, await archive({ [`${NAME}/../../x/task.md`]: 'x' }));
    await expect(download()).rejects.toMatchObject({ code: 'archive_path' });
    server.answer(DOWNLOAD, gzipSync('no tar'));
    await expect(download()).rejects.toMatchObject({ code: 'archive_corrupt' });
    expect(existsSync(join(cwd, 'evals'))).toBe(false);
  });
});

describe('bringing scenarios in', () => {
  const files = (content: string) => [
    { path: 'task.md', executable: false, content: Buffer.from(content) },
  ];
  const scenarios = new Map([
    ['a', files('new a')],
    ['b', files('new b')],
  ]);
  const tree = async (): Promise<Record<string, string>> => {
    const names = (await readdir(cwd)).filter((name) => name !== '.git').sort();
    const texts = names.map(async (name) => [
      name,
      await readFile(join(cwd, name, 'task.md'), 'utf8').catch(() => 'nothing'),
    ]);
    return Object.fromEntries((await Promise.all(texts)) as [string, string][]);
  };
  const points = ['staged', 'aside', 'placed'];

  beforeEach(() => write({ 'b/task.md': 'old b', 'c/task.md': 'old c' }));

  it.each(points)('changes nothing when it fails at the point "%s"', async (point) => {
    const fault = (at: string) => {
      if (at === `eval.download-${point}`) throw new Error('full disk');
    };
    for (const strategy of ['merge', 'replace'] as const)
      await expect(placeScenarios({ target: cwd, scenarios, strategy, fault })).rejects.toThrow(
        'full disk',
      );
    expect(await tree()).toEqual({ b: 'old b', c: 'old c' });
  });

  it('brings back what a killed command has put aside', async () => {
    await write({ '.svc-download/old/d/task.md': 'old d', '.svc-download/old/b/task.md': 'older' });
    await placeScenarios({ target: cwd, scenarios, strategy: 'merge' });
    expect(await tree()).toEqual({ a: 'new a', b: 'new b', c: 'old c', d: 'old d' });
  });

  it('takes turns with another command', async () => {
    const other = new Map([['e', files('new e')]]);
    await Promise.all([
      placeScenarios({ target: cwd, scenarios, strategy: 'merge' }),
      placeScenarios({ target: cwd, scenarios: other, strategy: 'merge' }),
    ]);
    expect(await tree()).toMatchObject({ a: 'new a', b: 'new b', c: 'old c', e: 'new e' });
  });
});

describe('texts', () => {
  const style = plainStyle(80);

  it('say what was made, and what comes next', () => {
    expect(generationText(generation({ rejected: ['x: no task'] }), style)).toBe(
      [
        'completed  acme/shop',
        `Generation ${GENERATION}`,
        '',
        'scenario         criteria  description',
        '0a1b2c3-refunds  4         Money back',
        '',
        'rejected: x: no task',
        '',
        `Next: svc scenario download ${GENERATION}`,
      ].join('\n'),
    );
    const failureReason = { code: 'no_scenarios', message: 'None\u001b[31m was usable.' };
    const failed = generation({ status: 'failed', scenarios: [], failureReason });
    expect(generationsStartedText({ generations: [failed], failed: [] }, style)).toBe(
      `failed  acme/shop\nNone\uFFFD[31m was usable.\nGeneration ${GENERATION}`,
    );
    expect(generationText(generation({ status: 'in_progress', scenarios: [] }), style)).toContain(
      `Next: svc scenario view --wait ${GENERATION}`,
    );
  });

  it('list generations', () => {
    expect(generationsText({ data: [], next: null, prev: null }, style)).toContain(
      'No generations of scenarios were found',
    );
    const source = {
      type: 'commit' as const,
      name: 'acme/shop',
      commit: 'a'.repeat(40),
      pullRequest: null,
    };
    const page = { data: [generation({ source })], next: 'x', prev: null };
    expect(generationsText(page, style)).toContain('acme/shop, commit aaaaaaa');
    expect(generationsText(page, style)).toContain('raise --limit');
  });

  it('name what was written and what was removed', () => {
    const outcome = {
      folder: '/x/evals',
      strategy: 'replace' as const,
      scenarios: [NAME],
      replaced: [NAME],
      removed: ['mine'],
    };
    expect(downloadedText(outcome, style)).toBe(
      `written 1 scenario to /x/evals\n  ${NAME} (replaced)\nremoved mine\n\nNext: svc eval lint`,
    );
  });
});
