import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it as onEach } from '@jest/globals';
import { setPlan, viewCredits } from '../../../modules/billing/contract/operations.js';
import {
  cancelEval,
  checkEval,
  listCells,
  listEvals,
  overrideScore,
  retryEval,
  showCell,
  showEval,
  switchEvals,
} from '../../../modules/eval/contract/run-operations.js';
import type { StartEvalInput } from '../../../modules/eval/contract/run-inputs.js';
import { EvalRun } from '../../../modules/eval/server/runs/eval-run.entity.js';
import { Bundle } from '../../../modules/eval/server/runs/bundle.entity.js';
import { DeleteUnused } from '../../../modules/eval/server/runs/delete-unused.js';
import { removeOrganizationMember } from '../../../modules/identity/contract/operations/organizations.js';
import { deleteWorkspace } from '../../../modules/identity/contract/operations/workspaces.js';
import { createEnvironment } from '../../../modules/launch/contract/environment-operations.js';
import { Environment } from '../../../modules/launch/server/environments/environment.entity.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { createProject, deleteProject } from '../../../modules/project/contract/operations.js';
import { publishTile, unpublishTile } from '../../../modules/registry/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { expectError } from '../expect-error.js';
import { archiveOf } from '../registry/registry-host.js';
import { EvalHost } from './eval-host.js';
import { scenarioFiles, scored, voided } from './scenario-cells.js';

const context = { type: 'plugin-directory', ref: './demo' } as const;
const skill = {
  'context/skills/demo/SKILL.md': '---\nname: demo\ndescription: A demo.\n---\nWrite out.txt.\n',
};

describeEachDatabase('evaluations', (databases) => {
  const it = itInTurn(databases);
  let host: EvalHost;

  beforeEach(async () => {
    host = await EvalHost.start(databases);
  });
  afterEach(() => host.stop());

  const credits = async () => host.invoke(viewCredits, { orgId: 'acme' });
  const limit = (amount: number) =>
    host.server.host.invoke(setPlan, { organization: 'acme', plan: 'free', credits: amount });
  const runRow = async (id: string) =>
    (await host.server.host.get(readDatabaseKey)).manager.findOneByOrFail(EvalRun, { id });

  it('go from their plan over their cells to a verdict, and are charged for what counts', async () => {
    const bundle = await host.sendScenarios(skill);
    const asked = { workspace: 'tools', agent: 'scripted', bundle, context, runs: 2 };
    expect(await host.invoke(checkEval, asked)).toMatchObject({
      scenarios: 2,
      cells: 8,
      cached: 0,
      agentCalls: 8,
      judgeCalls: 0,
      credits: 16,
    });
    const { evalRunId: id, ...begun } = await host.begin({ ...asked, label: 'first' });
    expect(begun).toMatchObject({
      status: 'pending',
      scenariosCount: 2,
      credits: 16,
      label: 'first',
    });
    expect((await credits()).reserved).toBe(16);
    const [first] = await host.cells(id);
    await host.endAll(id, ({ id: cell, variant }) => {
      if (cell === first?.id) return voided;
      return scored(variant === 'baseline' ? 0 : 2);
    });
    const ended = await host.invoke(showEval, { id });
    expect(ended).toMatchObject({
      status: 'completed',
      credits: 14,
      failureReason: null,
      progress: null,
      createdBy: 'admin@example.com',
      coverage: { cells: 8, scored: 7, void: 1, retries: 2, why: { timeout: 1 } },
      verdict: { lift: 100, pairs: 3, verdict: 'underpowered' },
    });
    expect(ended.statistics.map(({ variant, mean }) => [variant, mean])).toEqual([
      ['baseline', 0],
      ['with-context', 1],
    ]);
    expect(await credits()).toMatchObject({ reserved: 0, used: 14 });
  });

  it('store what checks say of texts that no database takes', async () => {
    const { evalRunId: id } = await host.begin();
    const { scored: score, ...end } = scored(2);
    const results = score!.results.map((result) =>
      Object.assign({}, result, { reasoning: 'a\0b\uD800' }),
    );
    await host.endAll(id, () => ({ ...end, scored: { ...score!, results } }));
    const [cell] = await host.cells(id);
    expect(await host.invoke(showCell, { id, cell: cell!.id })).toMatchObject({
      results: [{ reasoning: 'a\u2400b\uFFFD' }],
    });
  });

  it('take over what is known, cell by cell, and cost nothing for it', async () => {
    const { evalRunId: id } = await host.begin();
    await host.endAll(id);
    const same = await host.begin();
    expect(same).toMatchObject({ status: 'completed', credits: 0 });
    expect(same.scenarios[0]?.solutions[0]?.cells).toMatchObject([{ cached: true, score: 1 }]);
    expect(await host.begin({ force: true })).toMatchObject({ status: 'pending', credits: 4 });
    const changed = scenarioFiles('sort', { 'task.md': 'Write out.txt, sorted.\n' });
    const bundle = await host.sendScenarios(changed);
    expect(await host.begin({ bundle })).toMatchObject({ status: 'pending', credits: 2 });
    const settings = { workspace: 'tools', agent: 'scripted', bundle: await host.sendScenarios() };
    expect(await host.invoke(checkEval, { ...settings, runs: 2 })).toMatchObject({
      cells: 4,
      cached: 2,
    });
    expect(await host.invoke(checkEval, { ...settings, model: 'other' })).toMatchObject({
      cached: 0,
    });
  });

  it('solve the baseline again when the context changes: traces of the other one were looked for', async () => {
    const bundle = await host.sendScenarios(skill);
    const { evalRunId: id } = await host.begin({ bundle, context });
    await host.endAll(id);
    const path = 'context/skills/demo/SKILL.md';
    const other = await host.sendScenarios({ [path]: `${skill[path]}Sort it.\n` });
    const asked = { workspace: 'tools', agent: 'scripted', context };
    expect(await host.invoke(checkEval, { ...asked, bundle: other })).toMatchObject({
      cells: 4,
      cached: 0,
    });
    expect(await host.invoke(checkEval, { ...asked, bundle })).toMatchObject({ cached: 4 });
    const unforced = { ...asked, bundle, skipForcedContextActivation: true };
    expect(await host.invoke(checkEval, unforced)).toMatchObject({ cached: 2 });
  });

  it('score a known solution again when only its criteria have changed', async () => {
    const { evalRunId: id } = await host.begin();
    const end = await host.solved(scored(2));
    await host.endAll(id, () => end);
    const criteria = scenarioFiles('sort')['scenarios/sort/criteria.json'] ?? '';
    const harder = criteria.replace('"max_score":2', '"max_score":5');
    const bundle = await host.sendScenarios(scenarioFiles('sort', { 'criteria.json': harder }));
    const asked = { workspace: 'tools', agent: 'scripted', bundle };
    expect(await host.invoke(checkEval, asked)).toMatchObject({
      cached: 1,
      scoredAgain: 1,
      agentCalls: 0,
      credits: 2,
    });
    const { evalRunId: again } = await host.begin(asked);
    const open = (await host.cells(again)).filter(({ status }) => status === 'pending');
    expect(open).toMatchObject([
      { takenFrom: expect.any(String), solutionSha256: end.solutionSha256, scored: null },
    ]);
  });

  it('fail when no cell counts, and are repeated as new runs that keep what was finished', async () => {
    const { evalRunId: id } = await host.begin();
    await host.endAll(id, () => voided);
    const failed = await host.invoke(showEval, { id });
    expect(failed).toMatchObject({
      status: 'failed',
      credits: 0,
      failureReason: { code: 'no_result', message: expect.stringContaining('timeout (2)') },
    });
    const again = await host.invoke(retryEval, { id });
    expect(again).toMatchObject({ status: 'pending', retryOf: id, credits: 4 });
    expect(again.evalRunId).not.toBe(id);
    const [one] = await host.cells(again.evalRunId);
    await host.end(one!.id, scored(1));
    await host.invoke(cancelEval, { id: again.evalRunId });
    const third = await host.invoke(retryEval, { id: again.evalRunId });
    expect(third).toMatchObject({ credits: 2, coverage: { scored: 1, cells: 2 } });
    await host.endAll(third.evalRunId);
    await expectError(host.invoke(retryEval, { id: third.evalRunId }), 'wrong_state');
  });

  it('that ignored what is known reuse only their own cells when they are repeated', async () => {
    const { evalRunId: known } = await host.begin();
    await host.endAll(known);
    const { evalRunId: id } = await host.begin({ force: true });
    const [one] = await host.cells(id);
    await host.end(one!.id, scored(1));
    await host.invoke(cancelEval, { id });
    const again = await host.invoke(retryEval, { id });
    expect(again.credits).toBe(2);
    const taken = (await host.cells(again.evalRunId)).filter(({ takenFrom }) => takenFrom !== null);
    expect(taken.map(({ takenFrom }) => takenFrom)).toEqual([one!.id]);
  });

  onEach('are cancelled with what they have, and late ends of cells change nothing', async () => {
    const { evalRunId: id } = await host.begin();
    const [one, other] = await host.cells(id);
    await host.end(one!.id, scored(2));
    const cancelled = await host.invoke(cancelEval, { id });
    expect(cancelled).toMatchObject({
      status: 'failed',
      failureReason: { code: 'cancelled' },
      credits: 2,
      coverage: { scored: 1, void: 1, why: { refused: 1 } },
    });
    await host.end(other!.id, scored(2));
    expect(await host.invoke(showEval, { id })).toEqual(cancelled);
    expect(await host.invoke(cancelEval, { id })).toEqual(cancelled);
    expect(await credits()).toMatchObject({ reserved: 0, used: 2 });
  });

  onEach('end once when their last cells end at once', async () => {
    const { evalRunId: id } = await host.begin({ runs: 10 });
    const cells = await host.cells(id);
    await Promise.all(
      cells.flatMap(({ id: cell }) => [cell, cell]).map((cell) => host.end(cell, scored(2))),
    );
    const { open, version, credits: charged } = await runRow(id);
    expect({ open, version, charged }).toEqual({ open: 0, version: 3, charged: 40 });
    expect((await credits()).used).toBe(40);
  });

  it('let a person change points with a reason; statistics follow, other runs do not', async () => {
    const bundle = await host.sendScenarios(skill);
    const { evalRunId: id } = await host.begin({ bundle, context });
    await host.endAll(id, ({ variant }) => scored(variant === 'baseline' ? 0 : 2));
    const cell = (await host.cells(id)).find(({ variant }) => variant === 'with-context')!.id;
    const change = { id, cell, criterion: 'File', reason: 'It is empty.' };
    await expectError(host.invoke(overrideScore, { ...change, score: 2.5 }), 'score_out_of_range');
    const missing = { ...change, criterion: 'Folder', score: 1 };
    await expectError(host.invoke(overrideScore, missing), 'not_found');
    const changed = await host.invoke(overrideScore, { ...change, score: 0.5 });
    expect(changed).toMatchObject({
      score: 0.25,
      results: [{ score: 0.5, by: 'person', reasoning: 'It is empty.', overridden: 2 }],
    });
    const { verdict, statistics } = await host.invoke(showEval, { id });
    expect(verdict?.lift).toBe(62.5);
    expect(statistics.map(({ mean }) => mean)).toEqual([0, 0.625]);
    await host.invoke(overrideScore, { ...change, score: 1, reason: 'Half of it.' });
    expect(await host.invoke(showCell, { id, cell })).toMatchObject({
      score: 0.5,
      results: [{ overridden: 2, reasoning: 'Half of it.' }],
    });
    expect((await host.begin({ bundle, context })).verdict?.lift).toBe(100);
  });

  it('let a person give all points of a criterion whose points are no thousandths', async () => {
    const bundle = await host.sendScenarios(skill);
    const { evalRunId: id } = await host.begin({ bundle, context });
    const end = scored(0);
    const results = end.scored!.results.map((each) =>
      Object.assign({}, each, { maxScore: 0.0005 }),
    );
    await host.endAll(id, () => ({ ...end, scored: { score: 0, results } }));
    const cell = (await host.cells(id))[0]!.id;
    const change = { id, cell, criterion: 'File', reason: 'It is there.' };
    expect(await host.invoke(overrideScore, { ...change, score: 0.0005 })).toMatchObject({
      score: 1,
      results: [{ score: 0.0005 }],
    });
  });

  it('are listed by who started them, state, plugin and kind of context, a page at a time', async () => {
    await host.invoke(
      publishTile,
      { workspace: 'tools' },
      {
        upload: await archiveOf({ name: 'tools/demo', private: true, skills: { demo: 'A demo.' } }),
      },
    );
    const member = await host.server.newcomer(host.admin, {
      email: 'bob@example.com',
      organization: 'acme',
      workspace: { name: 'tools', role: 'member' },
    });
    const plugin = { type: 'plugin', ref: 'tools/demo' } as const;
    const first = await host.begin({ context: plugin });
    host.server.later(1000);
    const second = await host.begin({}, member);
    const ids = async (filter: object, token = host.admin) =>
      (await host.invoke(listEvals, { workspace: 'tools', ...filter }, { token })).data.map(
        ({ evalRunId }) => evalRunId,
      );
    expect(await ids({})).toEqual([second.evalRunId, first.evalRunId]);
    expect(await ids({ mine: true }, member)).toEqual([second.evalRunId]);
    expect(await ids({ plugin: 'tools/demo' })).toEqual([first.evalRunId]);
    expect(await ids({ plugin: 'demo' })).toEqual([first.evalRunId]);
    expect(await ids({ plugin: 'dem_' })).toEqual([]);
    expect(await ids({ contextType: 'no-context' })).toEqual([second.evalRunId]);
    expect(await ids({ status: 'completed' })).toEqual([]);
    const page = await host.invoke(listEvals, { workspace: 'tools', pageSize: 1 });
    expect(await ids({ pageSize: 1, after: page.next! })).toEqual([first.evalRunId]);
    const cells = await host.invoke(listCells, { id: first.evalRunId, pageSize: 3 });
    const rest = await host.invoke(listCells, { id: first.evalRunId, after: cells.next! });
    expect(
      [...cells.data, ...rest.data].map(({ scenario, variant }) => [scenario, variant]),
    ).toEqual([
      ['greet', 'baseline'],
      ['greet', 'with-context'],
      ['sort', 'baseline'],
      ['sort', 'with-context'],
    ]);
  });

  it('of a plugin are listed by its name, whether or not it was published', async () => {
    const bundle = await host.sendScenarios(skill);
    const of = (ref: string) =>
      host.begin({ bundle, context: { type: 'plugin-directory', ref }, force: true });
    const { evalRunId: id } = await of('tools/demo');
    await of('tools/other');
    for (const plugin of ['tools/demo', 'demo']) {
      const { data } = await host.invoke(listEvals, { workspace: 'tools', plugin });
      expect(data).toMatchObject([{ evalRunId: id }]);
    }
  });

  it('use the environment of the workspace that is named evals, unless another one is given', async () => {
    const create = (name: string) =>
      host.invoke(createEnvironment, {
        workspace: 'tools',
        name,
        entries: { ANTHROPIC_API_KEY: 'k' },
      });
    const asked = { agent: 'claude' };
    await expectError(host.begin(asked), 'agent_key_missing');
    const [usual, other] = [await create('evals'), await create('other')];
    expect(await host.begin(asked)).toMatchObject({ config: { environmentId: usual.id } });
    expect(await host.begin({ ...asked, environment: other.id })).toMatchObject({
      config: { environmentId: other.id },
    });
  });

  it('are refused with a reason, and then nothing is stored', async () => {
    const bundle = await host.sendScenarios(skill);
    const broken = await host.sendScenarios(
      scenarioFiles('sort', { 'criteria.json': '{"a":\n1}' }),
    );
    const refused: [Partial<StartEvalInput>, string][] = [
      [{ bundle: broken }, 'scenario_invalid'],
      [{ bundle: randomUUID() }, 'not_found'],
      [{ bundle: await host.send({ 'context/a.md': 'x' }) }, 'scenarios_missing'],
      [{ bundle, skipBaseline: true }, 'invalid_input'],
      [{ bundle, context: { ...context, skills: ['other'] } }, 'invalid_input'],
      [{ bundle, context: { type: 'plugin', ref: 'tools/absent' } }, 'not_found'],
      [{ bundle, context: { type: 'plugin', ref: 'tools/a', skills: ['a'] } }, 'invalid_input'],
      [{ bundle, agent: 'nobody' }, 'agent_not_launchable'],
      [{ bundle, agent: 'claude' }, 'agent_key_missing'],
      [{ bundle, environment: randomUUID() }, 'not_found'],
      [{ bundle, project: randomUUID() }, 'not_found'],
      [{ bundle, mostCredits: 3 }, 'credit_ceiling'],
    ];
    for (const [input, code] of refused) await expectError(host.begin(input), code);
    await limit(3);
    await expectError(host.begin({ bundle }), 'credits_exhausted');
    await expectError(host.begin({ bundle, model: 'other' }), 'upgrade_required');
    expect((await host.invoke(listEvals, { workspace: 'tools' })).data).toEqual([]);
    expect((await credits()).reserved).toBe(0);
    const error = await host.begin({ bundle: broken }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      issues: expect.arrayContaining([
        expect.objectContaining({ file: 'sort/criteria.json', line: expect.any(Number) }),
      ]),
    });
  });

  it('leave out what the quality check rejects, and say why', async () => {
    const criteria = scenarioFiles('sort')['scenarios/sort/criteria.json'] ?? '';
    const idle = criteria.replace('"path":"out.txt"', '"path":"out.txt","exists":false');
    const rejected = scenarioFiles('sort', { 'criteria.json': idle });
    const bundle = await host.sendScenarios(rejected);
    const asked = { workspace: 'tools', agent: 'scripted', bundle, qualityCheck: true };
    const { notes, ...plan } = await host.invoke(checkEval, asked);
    expect(plan).toMatchObject({ scenarios: 1, cells: 1 });
    expect(notes).toEqual([expect.stringMatching(/^sort is left out: criteria\.json:\d+: /)]);
    const run = await host.begin(asked);
    const [greet, sort] = run.scenarios;
    expect(greet).toMatchObject({ name: 'greet', qualityFilterStatus: 'included' });
    expect(sort).toMatchObject({
      qualityFilterStatus: 'rejected',
      qualityAssessment: { scenarioValue: 'LOW' },
      solutions: [{ cells: [] }],
    });
    const alone = await host.begin({ ...asked, bundle: await host.send(rejected) });
    expect(alone).toMatchObject({ status: 'failed', failureReason: { code: 'no_result' } });
  });

  it('are switched off by workspace: what goes on ends, what is there is read, nothing begins', async () => {
    const bundle = await host.sendScenarios();
    const { evalRunId: id } = await host.begin({ bundle });
    expect(await host.invoke(switchEvals, { workspace: 'tools', enabled: false })).toEqual({
      workspace: 'tools',
      enabled: false,
    });
    await expectError(host.begin({ bundle }), 'evals_disabled');
    await expectError(host.sendScenarios(), 'evals_disabled');
    await expectError(
      host.invoke(checkEval, { workspace: 'tools', agent: 'scripted', bundle }),
      'evals_disabled',
    );
    await host.endAll(id, () => voided);
    expect((await host.invoke(showEval, { id })).status).toBe('failed');
    await expectError(host.invoke(retryEval, { id }), 'evals_disabled');
    await host.invoke(switchEvals, { workspace: 'tools', enabled: true });
    await host.invoke(retryEval, { id });
  });

  it('outlive their project and whoever started them, and keep their workspace while they go on', async () => {
    const { id: project } = await host.invoke(createProject, { workspace: 'tools', name: 'shop' });
    const bob = await host.server.newcomer(host.admin, {
      email: 'bob@example.com',
      organization: 'acme',
      workspace: { name: 'tools', role: 'member' },
    });
    const { evalRunId: id } = await host.begin({ project }, bob);
    await host.invoke(deleteProject, { projectId: project });
    await host.invoke(removeOrganizationMember, {
      organization: 'acme',
      member: 'bob@example.com',
    });
    await expect(host.invoke(deleteWorkspace, { id: 'tools' })).rejects.toMatchObject({
      code: 'workspace_not_empty',
      message: expect.stringContaining('1 evaluation that has not ended'),
    });
    await host.endAll(id);
    expect((await host.invoke(showEval, { id })).status).toBe('completed');
    await host.invoke(deleteWorkspace, { id: 'tools' });
  });

  it('delete the environment that was made for them when they end', async () => {
    const entries = { API_KEY: 'canary' };
    const make = async () =>
      (await host.invoke(createEnvironment, { workspace: 'tools', forRun: true, entries })).id;
    const environment = await make();
    const { evalRunId: id } = await host.begin({ environment });
    await expectError(host.begin({ environment, force: true }), 'not_found');
    await host.endAll(id, () => voided);
    const { manager } = await host.server.host.get(readDatabaseKey);
    expect(await manager.countBy(Environment, { id: environment })).toBe(0);
    await expectError(host.invoke(retryEval, { id }), 'retry_needs_environment');
    const again = await make();
    expect(await host.invoke(retryEval, { id, environment: again })).toMatchObject({
      config: { environmentId: again },
    });
  });

  it('are repeated when their plugin is gone', async () => {
    const sketch = { name: 'tools/demo', private: true, skills: { demo: 'A demo.' } };
    const upload = await archiveOf(sketch);
    await host.invoke(publishTile, { workspace: 'tools' }, { upload });
    const { evalRunId: id, config } = await host.begin({
      context: { type: 'plugin', ref: 'tools/demo' },
    });
    expect(config.contextRef).toMatch(/^tools\/demo@\d/);
    await host.endAll(id, () => voided);
    await host.invoke(unpublishTile, { workspace: 'tools', tile: 'demo' });
    const { manager } = await host.server.host.get(readDatabaseKey);
    const { contextSha256, contextFingerprint } = await runRow(id);
    const again = await host.invoke(retryEval, { id });
    expect(await runRow(again.evalRunId)).toMatchObject({ contextSha256, contextFingerprint });
    expect(await manager.countBy(EvalRun, { contextSha256: contextSha256! })).toBe(2);
  });

  it('need their bundle for a day only', async () => {
    const bundle = await host.sendScenarios();
    await host.begin({ bundle });
    host.server.later(25 * 60 * 60 * 1000);
    const services = await host.server.host.server!.services('eval');
    await services.build(DeleteUnused).deleteUnused();
    const { manager } = await host.server.host.get(readDatabaseKey);
    expect(await manager.countBy(Bundle, {})).toBe(0);
    await expectError(host.begin({ bundle, force: true }), 'not_found');
  });
});
