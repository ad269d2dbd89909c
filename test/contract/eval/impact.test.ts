import { afterEach, expect } from '@jest/globals';
import type { Invoke } from 'svc-registry/kernel';
import { EvaluationsTab } from '../../../modules/eval/server/pages/evaluations-tab.js';
import { createEnvironment } from '../../../modules/launch/contract/environment-operations.js';
import {
  publishTile,
  viewTile,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import type { ShownPlugin } from '../../../modules/registry/contract/plugin-page.js';
import { Templates } from '../../../modules/web/server/templates.js';
import { overrideScore } from '../../../modules/eval/contract/run-operations.js';
import { fieldsOf } from '../../../toolbox/type-guards.js';
import { describeEachDatabase } from '../databases.js';
import { itInTurn } from '../databases-by-day.js';
import { archiveOf } from '../registry/registry-host.js';
import { EvalHost, NAMES } from './eval-host.js';
import { scenarioFiles, scored } from './scenario-cells.js';

const version = { workspace: 'tools', tile: 'demo', version: '1.0.0' };
const published = 'tools/demo@1.0.0';

/** The scenarios as the plugin ships them. */
const evals = Object.fromEntries(
  NAMES.flatMap((name) => Object.entries(scenarioFiles(name))).map(([path, text]) => [
    path.replace(/^scenarios/, 'evals'),
    text,
  ]),
);

describeEachDatabase('a version that was evaluated', (databases) => {
  const it = itInTurn(databases);
  let host: EvalHost;

  const start = async () => {
    host = await EvalHost.start(databases);
    const sketch = { name: 'tools/demo', private: false, skills: { demo: 'A demo.' } };
    const upload = await archiveOf({ ...sketch, version: '1.0.0', files: evals });
    await host.invoke(publishTile, { workspace: 'tools' }, { upload });
    const entries = { ANTHROPIC_API_KEY: 'none' };
    await host.invoke(createEnvironment, { workspace: 'tools', name: 'evals', entries });
  };
  afterEach(() => host.stop());

  const factsIn = async () => {
    const { facts } = await host.invoke(viewVersion, version);
    return { impact: fieldsOf(facts)['impact'] };
  };
  const evaluate = async (more: Parameters<EvalHost['begin']>[0] = { published }) => {
    const context = { type: 'plugin', ref: published } as const;
    const run = await host.begin({ agent: 'claude', context, ...more });
    await host.endAll(run.evalRunId, ({ variant }) => scored(variant === 'baseline' ? 0 : 2));
    return run.evalRunId;
  };

  it('shows what it changed for agents', async () => {
    await start();
    expect(await factsIn()).toEqual({ impact: undefined });
    const evalRunId = await evaluate();
    const impact = { verdict: 'underpowered', lift: 100, scenarios: 2, evalRunId };
    expect(await factsIn()).toMatchObject({ impact });
    // the tab of the plugin's page, for a member and for a stranger
    const shown = async (invoke: Invoke) => {
      const tile = await host.invoke(viewTile, { workspace: 'tools', tile: 'demo' });
      const tab = await new EvaluationsTab().show({
        tile,
        version: tile.latest!,
        invoke,
      } as ShownPlugin);
      return new Templates().render(tab.template, { ...tab.data, page: {} });
    };
    const own = await shown(host.invoke);
    expect(own).toContain(`href="/evals/${evalRunId}"`);
    expect(own).toContain('published with this version');
    const theirs = await shown(host.server.host.invoke);
    expect(theirs).toMatch(/Underpowered[^]*gained \+100\.0 percentage points/);
    expect(theirs).not.toContain('/evals/');
    const cells = await host.cells(evalRunId);
    const { id: cell } = cells.find(({ variant }) => variant === 'with-context')!;
    const change = { id: evalRunId, cell, criterion: 'File', score: 0, reason: 'It is empty.' };
    await host.invoke(overrideScore, change);
    expect(await factsIn()).toMatchObject({ impact: { lift: 50 } });
  });

  it('shows nothing of runs that nobody could repeat', async () => {
    await start();
    const [one] = NAMES;
    await evaluate({});
    await evaluate({ published, agent: 'scripted' });
    await evaluate({ published, bundle: await host.send(scenarioFiles(one)) });
    const other = await host.sendScenarios(scenarioFiles(one, { 'task.md': 'Do it.\n' }));
    await evaluate({ published, bundle: other });
    expect(await factsIn()).toEqual({ impact: undefined });
  });
});
