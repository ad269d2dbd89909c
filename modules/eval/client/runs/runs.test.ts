/** `svc eval list`, `view`, `retry` and `svc workspace evals`, and what they print. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnyOperation } from 'svc-registry/kernel';
import { plainStyle, startTestHost, type TestHost } from 'svc-registry/testing';
import * as commands from '../../contract/commands.js';
import type { EvalRunView } from '../../contract/run-view.js';
import evals from '../../module.js';
import { planText } from '../run/plan-text.js';
import { runText } from '../run/run-text.js';
import { switchText } from '../switch-text.js';
import { EvalServer } from '../testing/eval-server.js';
import { cell, evalRun, plan, RUN, scenario, verdict } from '../testing/views.js';
import { evalText } from './eval-text.js';
import { evalsText } from './list-text.js';

const LIST = 'GET /experimental/eval-runs-v2';
const SHOW = `${LIST}/${RUN}`;
const RETRY = `POST /experimental/eval-runs-v2/${RUN}/retry`;
const ENVIRONMENTS = 'POST /experimental/environments';
const SWITCH = '/experimental/workspaces/acme/evals';

let server: EvalServer;
let host: TestHost;
let cwd: string;

beforeAll(async () => {
  server = await EvalServer.start();
  cwd = await mkdtemp(join(tmpdir(), 'svc-runs-'));
});
afterAll(async () => {
  server.close();
  await rm(cwd, { recursive: true });
});
beforeEach(async () => {
  server.reset();
  server.answer(LIST, { data: [evalRun()], next: null, prev: null });
  server.data(SHOW, evalRun());
  server.data(RETRY, evalRun({ status: 'pending', retryOf: RUN, verdict: null }));
  host = await startTestHost({
    facet: 'client',
    modules: [evals],
    cwd,
    env: { SVC_URL: server.url, SVC_TOKEN: 'svc_key_x', SVC_WORKSPACE: 'acme' },
  });
});
afterEach(() => host.stop());

const call = ({ id }: AnyOperation, input: object): Promise<unknown> => host.invoke(id, input);

it('list by every filter', async () => {
  const filters = { mine: true, plugin: 'shop', status: 'failed', contextType: 'no-context' };
  await call(commands.listEvalsCommand, { ...filters, workspace: 'tools', limit: 5 });
  expect(server.asked[0]?.query).toEqual({
    ...filters,
    mine: 'true',
    workspace: 'tools',
    'page[size]': '5',
  });
});

describe('looking at a run', () => {
  it('takes an id, or the newest', async () => {
    await expect(call(commands.viewEval, { last: true })).resolves.toMatchObject({
      evalRunId: RUN,
    });
    await call(commands.viewEval, { id: RUN });
    expect(server.to(LIST)).toHaveLength(1);
    for (const input of [{}, { id: RUN, last: true }])
      await expect(call(commands.viewEval, input)).rejects.toMatchObject({ code: 'usage' });
  });

  it('has an exit code of its own for a run that failed', () => {
    expect(commands.viewEval.cli?.exits).toEqual([{ field: 'status', is: ['failed'], exit: 8 }]);
  });

  it('waits only if it is told to', async () => {
    const pending = evalRun({ status: 'pending', verdict: null });
    server.data(SHOW, pending, evalRun());
    await expect(call(commands.viewEval, { id: RUN })).resolves.toMatchObject({
      status: 'pending',
    });
    server.data(SHOW, pending, evalRun());
    await expect(call(commands.viewEval, { id: RUN, wait: true })).resolves.toMatchObject({
      status: 'completed',
    });
  });

  it.each([
    ['report.html', 'html'],
    ['report.JSON', 'json'],
    ['report.xml', 'junit'],
  ])('writes %s', async (report, format) => {
    server.answer(`${SHOW}/report`, Buffer.from('the report'));
    await call(commands.viewEval, { id: RUN, report });
    expect(server.to(`${SHOW}/report`)[0]?.query).toEqual({ format });
    expect(await readFile(join(cwd, report), 'utf8')).toBe('the report');
    expect(host.notes).toEqual([`The report is in ${join(cwd, report)}.`]);
  });

  it('refuses a report of another form before anything is asked', async () => {
    const input = { id: RUN, report: 'report.pdf' };
    await expect(call(commands.viewEval, input)).rejects.toMatchObject({ code: 'usage' });
    expect(server.asked).toEqual([]);
  });
});

it('a failed run is repeated as a new one', async () => {
  await expect(call(commands.retryEvalCommand, { last: true })).resolves.toMatchObject({
    retryOf: RUN,
  });
  await expect(call(commands.retryEvalCommand, {})).rejects.toMatchObject({ code: 'usage' });
});

it('the variables of a repeated run go to its workspace, whatever that of the folder is', async () => {
  server.data(SHOW, evalRun({ status: 'failed', workspace: 'tools' }));
  server.data(ENVIRONMENTS, { id: RUN });
  await writeFile(join(cwd, '.env'), 'KEY=value\n');
  await call(commands.retryEvalCommand, { id: RUN, envFile: '.env' });
  expect(server.json(ENVIRONMENTS)).toMatchObject({ workspace: 'tools' });
  expect(server.json(RETRY)).toMatchObject({ environment: RUN });
});

it('evaluations of a workspace are switched, or shown', async () => {
  server.data(`GET ${SWITCH}`, { workspace: 'acme', enabled: true });
  server.data(`PATCH ${SWITCH}`, { workspace: 'acme', enabled: false });
  await expect(call(commands.workspaceEvals, {})).resolves.toEqual({
    workspace: 'acme',
    enabled: true,
  });
  await call(commands.workspaceEvals, { state: 'off' });
  expect(server.json(`PATCH ${SWITCH}`)).toEqual({ enabled: false });
  await expect(call(commands.workspaceEvals, { state: 'maybe' })).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

describe('the text of a run', () => {
  const style = plainStyle(100);
  const text = (over: Partial<EvalRunView> = {}): string[] =>
    evalText(evalRun(over), style).split('\n');

  it('begins with the verdict, and shows what it comes from', () => {
    expect(text({ label: 'first' })).toEqual([
      'Improves  plugins/shop  first',
      'lift +12.9 percentage points (95% interval +3.2 to +20.1)',
      'p = 0.031',
      '12 scenarios with 60 pairs',
      '118 of 120 cells count (void: 1 infra, 1 timeout), 3 retries',
      'identical inputs called different in 4% of 200 comparisons',
      `Run ${RUN}: solved by scripted, scored by model, 5 repeats, 236 credits`,
      '',
      expect.stringMatching(/^scenario +baseline +with-context +lift$/),
      expect.stringMatching(/^refunds +58% +99% +\+41\.9$/),
      '',
      `Next: svc eval view ${RUN} --report report.html`,
    ]);
  });

  it('says when nothing can be said', () => {
    const none = verdict({
      verdict: 'underpowered',
      text: 'underpowered (needs about 24 scenarios)',
      lift: null,
      interval: null,
      p: null,
      calibration: { flipRate: null, comparisons: 0 },
    });
    const lines = text({ verdict: none });
    expect(lines[0]).toBe('Underpowered (needs about 24 scenarios)  plugins/shop');
    expect(lines).toContain('no pair of cells counts');
    expect(lines).toContain('not calibrated: that takes two repeats');
  });

  it('of the baseline alone has no verdict', () => {
    const alone = Object.assign(evalRun().config, {
      contextType: 'no-context' as const,
      contextRef: null,
      variants: ['baseline' as const],
    });
    const lines = text({ config: alone, verdict: null });
    expect(lines[0]).toBe('One variant: nothing to compare  the baseline alone');
    expect(lines.join('\n')).not.toContain('with-context');
  });

  it('that failed gives the reason, and how it is repeated', () => {
    const failureReason = { code: 'cancelled', message: 'It was cancelled.' };
    const lines = text({ status: 'failed', verdict: null, failureReason, scenarios: [] });
    expect(lines[0]).toBe('Failed: It was cancelled.  plugins/shop');
    expect(lines.at(-1)).toBe(`Next: svc eval retry ${RUN}`);
  });

  it('that goes on says how it is followed', () => {
    const lines = text({ status: 'pending', verdict: null });
    expect(lines[0]).toBe('Not finished yet  plugins/shop');
    expect(lines.at(-1)).toBe(`Next: svc eval view --wait ${RUN}`);
  });

  it('names void cells and scenarios that were left out, without what terminals obey', () => {
    const failure = { class: 'infra' as const, message: 'No network.\u001b[31m' };
    const voided = cell({ status: 'void', score: null, failure });
    const saw = cell({ status: 'void', contamination: 'baseline-saw-context', repeat: 2 });
    const solutions = [
      { variant: 'baseline' as const, mean: null, deviation: null, cells: [voided, saw] },
    ];
    const poor = scenario({
      name: 'poor',
      qualityFilterStatus: 'rejected',
      qualityAssessment: {
        feasibility: 'FEASIBLE',
        leakage: 'HIGH_LEAKAGE',
        scenarioValue: 'LOW',
        notes: ['task.md:3: given away.'],
      },
    });
    const shown = text({ scenarios: [scenario({ solutions }), poor] }).join('\n');
    expect(shown).toContain('void refunds, baseline, repeat 1: infra: No network.\uFFFD[31m');
    expect(shown).toContain('void refunds, baseline, repeat 2: baseline-saw-context: ');
    expect(shown).toContain('left out poor: task.md:3: given away.');
    expect(shown).toMatch(/^refunds +- +- +-$/m);
  });
});

it('the text of a list shows verdict and lift', () => {
  const style = plainStyle(200, 'agent');
  const failed = evalRun({ status: 'failed', verdict: null });
  const lines = evalsText({ data: [evalRun(), failed], next: 'x', prev: null }, style).split('\n');
  expect(lines[1]).toMatch(
    /^Improves +\+12\.9 +plugins\/shop +12 +2026-01-31T09:00:00\.000Z +\S+$/,
  );
  expect(lines[2]).toMatch(/^failed +- /);
  expect(lines.at(-1)).toContain('raise --limit');
  expect(evalsText({ data: [], next: null, prev: null }, style)).toContain('svc eval run');
});

describe('the text of what was begun', () => {
  const style = plainStyle(100);

  it('is the plan', () => {
    const known = plan({ cached: 2, scoredAgain: 1, notes: ['One family.'], model: 'opus' });
    expect(planText(known)).toBe(
      [
        'Plan: 2 scenarios, 4 cells (2 known already, 1 solved already and scored again)',
        '  4 agent calls of scripted with opus',
        '  4 judge calls of model',
        '  at most 8 credits; void cells are free',
        '  One family.',
      ].join('\n'),
    );
  });

  it('is the id of a run that is not waited for, the list of agents, or the run', () => {
    const started = [
      { evalRunId: RUN, agent: 'codex', model: 'gpt', scenariosCount: 2, estimatedCredits: 8 },
    ];
    expect(runText(started as never, style)).toBe(
      `Started ${RUN}: 2 scenarios with codex with gpt, at most 8 credits.\nFollow it with \`svc eval view --wait ${RUN}\`.`,
    );
    const agents = {
      agents: [
        { agent: 'codex', display: 'Codex', models: ['gpt'], isDefault: true, defaultModel: null },
      ],
      defaultScorerAgent: 'model',
      defaultScorerModel: null,
    };
    const listed = runText(agents as never, style);
    expect(listed).toMatch(/codex +Codex +default +its own +gpt/);
    expect(listed).toContain('the model of the workspace');
    expect(runText(evalRun(), style)).toBe(evalText(evalRun(), style));
  });

  it('is the state of the switch', () => {
    expect(switchText({ workspace: 'acme', enabled: false }, style)).toBe(
      'Evaluations of the workspace acme are off.',
    );
  });
});
