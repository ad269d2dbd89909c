/** `svc eval run` against a server that writes down what it is sent. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Ask } from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { pluginFormatKey } from '../../../registry/contract/plugin-format.js';
import { runEval } from '../../contract/commands.js';
import type { RunEvalInput } from '../../contract/command-inputs.js';
import type { StartEvalInput } from '../../contract/run-inputs.js';
import evals from '../../module.js';
import { readBundle } from '../../server/bundle/open-bundle.js';
import { preparation, scenarioOf } from '../../testing/base.js';
import { EvalServer } from '../testing/eval-server.js';
import { evalRun, plan, RUN } from '../testing/views.js';

const BUNDLE = '11111111-1111-4111-8111-111111111111';
const PROJECT = '22222222-2222-4222-8222-222222222222';
const routes = {
  project: 'GET /v1/projects/acme/shop',
  bundles: 'POST /experimental/eval-bundles',
  check: 'POST /experimental/eval-runs-v2/check',
  start: 'POST /experimental/eval-runs-v2',
  show: `GET /experimental/eval-runs-v2/${RUN}`,
  environments: 'POST /experimental/environments',
};
const SKILL =
  '---\nname: refund\ndescription: Refunds. Use when money goes back.\n---\n\nAppend a row.\n';

const directory = (path: string) => ({ type: 'directory', path, installPath: '.' });

let server: EvalServer;
let host: TestHost;
let cwd: string;
let questions: string[];
let agreed: boolean;

const ask = (interactive: boolean): Ask => {
  const asked: Pick<Ask, 'interactive' | 'confirm'> = {
    interactive,
    confirm: ({ message }) => {
      questions.push(message);
      return Promise.resolve(agreed);
    },
  };
  return asked as Ask;
};

async function open(interactive = false): Promise<void> {
  host = await startTestHost({
    facet: 'client',
    modules: [evals],
    cwd,
    ask: ask(interactive),
    env: {
      SVC_URL: server.url,
      SVC_TOKEN: 'svc_key_x',
      PATH: process.env['PATH'],
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    },
  });
}

beforeAll(async () => {
  server = await EvalServer.start();
});
afterAll(() => {
  server.close();
});

beforeEach(async () => {
  [questions, agreed] = [[], true];
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'svc-eval-')));
  server.reset();
  server.data(routes.project, { id: PROJECT, workspace: 'acme', fullName: 'acme/shop' });
  server.data(routes.bundles, { bundleId: BUNDLE });
  server.data(routes.check, plan());
  server.data(routes.start, evalRun({ status: 'pending', scenariosCount: 2 }));
  server.data(routes.show, evalRun());
  server.data(routes.environments, { id: '33333333-3333-4333-8333-333333333333' });
  await write({
    'svc.json': '{"name":"acme/shop","mode":"vendored","dependencies":{}}',
    '.svc-plugin/plugin.json': '{"name":"acme/shop","version":"1.0.0","description":"The shop."}',
    'skills/refund/SKILL.md': SKILL,
    'AGENTS.md': 'Append a row.\n',
  });
  await scenario('refunds');
  await scenario('returns');
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '--quiet', '-m', 'x');
  await open();
});
afterEach(async () => {
  await host.stop();
  await rm(cwd, { recursive: true, force: true });
});

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

async function write(texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), text);
  }
}

const scenario = (name: string, files: Readonly<Record<string, string>> = {}) =>
  write(
    Object.fromEntries(
      Object.entries(scenarioOf(files)).map(([path, text]) => [`evals/${name}/${path}`, text]),
    ),
  );

const run = (input: Partial<RunEvalInput> = {}): Promise<unknown> =>
  host.invoke(runEval, { wait: false, ...input });

/** What was sent. */
async function sent() {
  const archive = server.to(routes.bundles).at(-1)?.body ?? Buffer.alloc(0);
  const files = await (await host.get(pluginFormatKey)).filesOfArchive(archive);
  return { paths: files.map(({ path }) => path), bundle: await readBundle(files) };
}
const planned = () => server.json(routes.check) as StartEvalInput;
const started = () => server.json(routes.start) as StartEvalInput;

describe('a plugin', () => {
  it('is evaluated by its scenarios with itself as the context, in the workspace of its project', async () => {
    const outcome = await run({ runs: 3, label: 'first', agent: 'scripted' });
    expect(outcome).toEqual([
      { evalRunId: RUN, agent: 'scripted', model: null, scenariosCount: 2, estimatedCredits: 8 },
    ]);
    const { paths, bundle } = await sent();
    expect([...bundle.scenarios.keys()]).toEqual(['refunds', 'returns']);
    expect(paths.filter((path) => path.startsWith('context/'))).toEqual([
      'context/.svc-plugin/plugin.json',
      'context/skills/refund/SKILL.md',
      'context/svc.json',
    ]);
    expect(planned()).toEqual({
      workspace: 'acme',
      project: PROJECT,
      bundle: BUNDLE,
      context: { type: 'plugin-directory', ref: 'acme/shop' },
      runs: 3,
      agent: 'scripted',
    });
    const origin = { branch: 'main', commit: git('rev-parse', 'HEAD'), dirty: false };
    expect(started()).toEqual(Object.assign(planned(), { label: 'first', origin }));
  });

  it('is sent as the same bytes every time', async () => {
    await run();
    await run();
    const [first, second] = server.to(routes.bundles);
    expect(first?.body.equals(second?.body ?? Buffer.alloc(0))).toBe(true);
  });

  it('is waited for when nobody says otherwise', async () => {
    await expect(run({ wait: true })).resolves.toMatchObject({ status: 'completed' });
    expect(host.notes.join('\n')).toContain('Plan: 2 scenarios, 4 cells');
  });

  it('may be narrowed to a skill, which has to be there', async () => {
    await run({ skill: ['refund'] });
    expect(planned().context).toMatchObject({ skills: ['refund'] });
    await expect(run({ skill: ['return'] })).rejects.toMatchObject({
      code: 'usage',
      hint: 'Its skills are: refund.',
    });
  });
});

describe('a context', () => {
  const context = () => planned().context;

  it('may be a published plugin, of which nothing is sent', async () => {
    await run({ source: 'evals', context: 'acme/review@1.2.0' });
    expect(context()).toEqual({ type: 'plugin', ref: 'acme/review@1.2.0' });
    expect((await sent()).bundle.context).toEqual([]);
  });

  it('may be files, which keep their paths and their names', async () => {
    await write({ 'docs/a/b.md': 'b', 'docs/c.txt': 'c' });
    await run({ source: 'evals', context: 'AGENTS.md' });
    expect(context()).toEqual({ type: 'files', ref: 'AGENTS.md' });
    const { paths, bundle } = await sent();
    expect(paths).toContain('context/AGENTS.md_');
    expect(bundle.context.map(({ path }) => path)).toEqual(['AGENTS.md']);
    await run({ source: 'evals', context: 'docs/**/*.md' });
    expect((await sent()).bundle.context.map(({ path }) => path)).toEqual(['docs/a/b.md']);
    await run({ source: 'evals', context: 'docs' });
    expect((await sent()).bundle.context.map(({ path }) => path)).toEqual([
      'docs/a/b.md',
      'docs/c.txt',
    ]);
  });

  it('never has scenarios, whose criteria it would give away', async () => {
    await run({ source: 'evals', context: '**/*.{md,json}' });
    const paths = (await sent()).bundle.context.map(({ path }) => path);
    expect(paths).toContain('AGENTS.md');
    expect(paths.filter((path) => path.startsWith('evals/'))).toEqual([]);
  });

  it('may be files as they were in a commit', async () => {
    await write({ 'AGENTS.md': 'Something else.\n' });
    await run({ source: 'evals', context: 'AGENTS.md', contextCommit: 'HEAD' });
    expect(context()).toEqual({
      type: 'commit',
      ref: 'AGENTS.md',
      commit: git('rev-parse', 'HEAD'),
    });
    const [file] = (await sent()).bundle.context;
    expect([file?.path, String(file?.content)]).toEqual(['AGENTS.md', 'Append a row.\n']);
  });

  it('may be a pattern, or a plugin, in a commit', async () => {
    await rm(join(cwd, 'skills'), { recursive: true });
    await run({ source: 'evals', context: 'skills/**', contextCommit: 'main' });
    expect((await sent()).bundle.context.map(({ path }) => path)).toEqual([
      'skills/refund/SKILL.md',
    ]);
    await run({ source: 'evals', context: '.', contextCommit: 'main', skill: ['refund'] });
    expect(context()).toMatchObject({ type: 'plugin-directory', skills: ['refund'] });
    const paths = (await sent()).bundle.context.map(({ path }) => path);
    expect(paths).toContain('skills/refund/SKILL.md');
    expect(paths.filter((path) => path.startsWith('evals/'))).toEqual([]);
  });

  it.each([
    ['nothing', { context: 'nowhere.md' }, 'no file matches'],
    ['a plugin without a version', { context: 'acme/review' }, 'named with its version'],
    ['a file elsewhere', { context: '../x.md' }, 'current folder'],
    ['no commit', { context: 'AGENTS.md', contextCommit: 'none' }, 'no commit'],
    ['an option of git', { context: 'AGENTS.md', contextCommit: '--help' }, 'no commit'],
    ['nothing in the commit', { context: 'nowhere', contextCommit: 'main' }, 'no such file'],
  ])('is refused that is %s', async (_what, input, message) => {
    await writeFile(join(cwd, '../x.md'), 'x');
    await expect(run({ source: 'evals', ...input })).rejects.toMatchObject({
      code: 'context_unusable',
      message: expect.stringContaining(message) as unknown,
    });
    expect(server.to(routes.bundles)).toEqual([]);
    await rm(join(cwd, '../x.md'));
  });

  it.each<[string, Partial<RunEvalInput>]>([
    ['--context-commit without --context', { contextCommit: 'main' }],
    ['--skill without a context', { skill: ['refund'] }],
    ['--skill with files', { context: 'AGENTS.md', skill: ['refund'] }],
    ['--skill with a published plugin', { context: 'acme/x@1.0.0', skill: ['refund'] }],
    ['--skip-baseline without a context', { skipBaseline: true }],
  ])('usage: %s', async (_what, input) => {
    await expect(run({ source: 'evals', ...input })).rejects.toMatchObject({ code: 'usage' });
    expect(server.to(routes.bundles)).toEqual([]);
  });
});

describe('what is sent', () => {
  it('are the files of a scenario, those of its fixtures by their patterns, and nothing else', async () => {
    const fixtures = {
      app: { type: 'directory', path: '../../app', installPath: '.', exclude: ['*.log'] },
    };
    await scenario('refunds', {
      ...preparation({ fixtures, include: ['data'], setup: ['more.sh'] }),
      'data/x.csv': 'x',
      'setup.sh': '#!/bin/sh\n',
      'more.sh': '#!/bin/sh\n',
      'resources/y': 'y',
      'solution/z': 'z',
      'notes.txt': 'mine',
    });
    await write({ 'app/main.js': '1', 'app/a.log': '2', 'app/CLAUDE.md': '3', 'app/.git/x': '4' });
    await run({ source: 'evals/refunds' });
    const { bundle } = await sent();
    const refunds = bundle.scenarios.get('refunds');
    expect([...(refunds?.files.keys() ?? [])].sort()).toEqual([
      'criteria.json',
      'data/x.csv',
      'more.sh',
      'resources/y',
      'scenario.json',
      'setup.sh',
      'solution/z',
      'task.md',
    ]);
    expect(refunds?.fixtures.get('app')?.map(({ path }) => path)).toEqual(['CLAUDE.md', 'main.js']);
    expect(refunds?.findings).toEqual([]);
  });

  it('keeps scenarios out of a fixture that is around them', async () => {
    const fixtures = { all: { type: 'directory', path: '../..', installPath: '.' } };
    await scenario('refunds', preparation({ fixtures }));
    await run({ source: 'evals/refunds' });
    const paths = (await sent()).bundle.scenarios.get('refunds')?.fixtures.get('all') ?? [];
    expect(paths.map(({ path }) => path)).toContain('AGENTS.md');
    expect(paths.filter(({ path }) => path.startsWith('evals/refunds'))).toEqual([]);
    expect(host.warnings.join()).toContain('it has the criteria');
  });

  it('follows links inside, also in a circle, and refuses those that lead out', async () => {
    await scenario('refunds', { 'resources/a/b': 'x' });
    await symlink('..', join(cwd, 'evals/refunds/resources/a/up'));
    await symlink('../../../AGENTS.md', join(cwd, 'evals/refunds/resources/told'));
    await run({ source: 'evals/refunds' });
    const files = (await sent()).bundle.scenarios.get('refunds')?.files;
    expect(String(files?.get('resources/told')?.content)).toBe('Append a row.\n');
    await symlink('/etc/hostname', join(cwd, 'evals/refunds/resources/out'));
    await expect(run({ source: 'evals/refunds' })).rejects.toMatchObject({
      code: 'scenario_invalid',
      issues: [{ file: join(cwd, 'evals/refunds/resources/out') }],
    });
  });

  it.each<[string, object]>([
    ['a fixture without files', { fixtures: { app: directory('../../empty') } }],
    ['a fixture whose name is a path', { fixtures: { 'a/b': directory('../../skills') } }],
    ['a fixture whose name leads out', { fixtures: { '..': directory('../../skills') } }],
  ])('is refused: %s', async (_what, fields) => {
    await mkdir(join(cwd, 'empty'));
    await scenario('refunds', preparation(fields));
    await expect(run({ source: 'evals/refunds' })).rejects.toMatchObject({
      code: 'scenario_invalid',
    });
    expect(server.asked.map(({ line }) => line)).not.toContain(routes.bundles);
  });

  it('is refused with file, line and field where a scenario is wrong', async () => {
    await scenario('refunds', { 'criteria.json': '{\n  "context": "x"\n}' });
    await expect(run()).rejects.toMatchObject({
      code: 'scenario_invalid',
      exit: 3,
      issues: [
        { file: join(cwd, 'evals/refunds/criteria.json'), line: 1 },
        { file: join(cwd, 'evals/refunds/criteria.json'), line: 1 },
      ],
    });
    expect(server.to(routes.bundles)).toEqual([]);
  });

  it('is refused when it is too large', async () => {
    await scenario('refunds', { 'resources/big': 'x' });
    await writeFile(join(cwd, 'evals/refunds/resources/big'), Buffer.alloc(26 * 1024 * 1024));
    await expect(run({ source: 'evals' })).rejects.toMatchObject({ code: 'bundle_too_large' });
  });

  it('is an environment of --env-file, whose text goes to the environments only', async () => {
    await write({ '.env.eval': 'ANTHROPIC_API_KEY=sk-secret\n' });
    await run({ envFile: '.env.eval' });
    expect(started().environment).toBe('33333333-3333-4333-8333-333333333333');
    const told = server.asked.filter(({ body }) => body.includes('sk-secret'));
    expect(told.map(({ line }) => line)).toEqual([routes.environments]);
  });
});

describe('a run', () => {
  it('needs a linked project', async () => {
    await write({ 'svc.json': '{"name":"shop"}' });
    await expect(run()).rejects.toMatchObject({
      code: 'project_not_linked',
      hint: expect.stringContaining('svc project link') as unknown,
    });
    expect(server.asked).toEqual([]);
  });

  it('is not started above the ceiling', async () => {
    await expect(run({ maxCredits: 7 })).rejects.toMatchObject({ code: 'credit_ceiling' });
    expect(server.to(routes.start)).toEqual([]);
    await run({ maxCredits: 8 });
    expect(started().mostCredits).toBe(8);
  });

  it('is confirmed on a terminal, unless --yes', async () => {
    await host.stop();
    await open(true);
    agreed = false;
    await expect(run()).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.to(routes.start)).toEqual([]);
    expect(questions).toEqual(['Start the evaluation? It may cost 8 credits.']);
    await run({ yes: true });
    expect(questions).toHaveLength(1);
  });

  it('is not started by --list-agents', async () => {
    const agents = { agents: [], defaultScorerAgent: 'model', defaultScorerModel: null };
    server.data('GET /experimental/eval-runs/agents', agents);
    await expect(run({ listAgents: true })).resolves.toEqual(agents);
    expect(server.asked).toHaveLength(1);
  });

  it('is left running when there is no result in time', async () => {
    server.data(routes.show, evalRun({ status: 'pending', verdict: null }));
    await host.stop();
    await open();
    const watched = await startTestHost({
      facet: 'client',
      modules: [evals],
      cwd,
      env: { SVC_URL: server.url, SVC_TOKEN: 'svc_key_x', SVC_EVAL_WATCH_MINUTES: '0.001' },
    });
    await expect(watched.invoke(runEval, {})).resolves.toMatchObject({ status: 'pending' });
    expect(watched.notes.join('\n')).toContain(`svc eval view --wait ${RUN}`);
    await watched.stop();
  });
});
