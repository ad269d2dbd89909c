/** Evaluations by the built programs: a plugin whose skill an agent follows, scored by checks alone. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EvalRunListed, EvalRunView } from '../../modules/eval/contract/run-view.js';
import type { PublishOutcome } from '../../modules/registry/contract/plugin-command-results.js';
import { describeCloudOnSqlite } from '../describe-cloud.js';
import { until } from '../until.js';
import { newRepository, openRegistryServer, type RegistryServer } from './registry-server.js';
import { teaCriteria } from './tea-criteria.js';
import { writeFiles } from './write-files.js';

const SKILL = `---
name: tea
description: Makes tea. Use when somebody is thirsty.
---

# Tea

Every pot of this house is filled with sencha from the third drawer on the left.
`;

/** With the skill, which it is told to read, the agent knows the leaf. */
const steps = [
  {
    when: {
      said: 'Before you begin',
      then: [
        { run: "find . -name SKILL.md -exec cat '{}' +" },
        { write: { path: 'tea.txt', content: 'sencha\n' } },
      ],
      else: [{ write: { path: 'tea.txt', content: 'water\n' } }],
    },
  },
  { answer: 'Served.' },
];

const scenario = (pot: string) => ({
  'task.md': `Fill the ${pot}: write what is in it to \`tea.txt\`.\n\n\`\`\`script\n${JSON.stringify(steps)}\n\`\`\`\n`,
  'criteria.json': JSON.stringify(teaCriteria('^sencha$')),
});

describeCloudOnSqlite('evaluations', (database) => {
  let registry: RegistryServer;
  let plugin: string;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    plugin = await newRepository(registry.program, 'kitchen');
    await writeFiles(plugin, {
      '.svc-plugin/plugin.json': JSON.stringify({
        name: 'acme/kitchen',
        version: '1.0.0',
        description: 'Knows the kitchen.',
      }),
      'skills/tea/SKILL.md': SKILL,
    });
    for (const pot of ['pot', 'kettle'])
      await writeFiles(join(plugin, 'evals', pot), scenario(pot));
    await registry.svc(['project', 'create', '--workspace', 'acme', 'kitchen'], plugin);
  });
  afterAll(() => registry.close());

  const svc = (...args: readonly string[]) => registry.program.run(args, { cwd: plugin });
  const json = <T>(...args: readonly string[]) => registry.json<T>(args, plugin);
  const view = (id: string) => json<EvalRunView>('eval', 'view', '--wait', id);

  it('of a plugin show what its skill changes', async () => {
    const { code, stdout, stderr } = await svc(
      ...['eval', 'run', '--agent', 'scripted', '--label', 'first', '--wait', '--json'],
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain('Plan: 2 scenarios, 4 cells\n  4 agent calls of scripted');
    const run = JSON.parse(stdout) as EvalRunView;
    expect(run).toMatchObject({
      status: 'completed',
      label: 'first',
      scenariosCount: 2,
      config: { agent: 'scripted', contextType: 'plugin-directory', contextRef: 'acme/kitchen' },
      coverage: { cells: 4, scored: 4, void: 0 },
      verdict: { verdict: 'underpowered', lift: 75, scenarios: 2, pairs: 2 },
      credits: 8,
    });
    const means = run.scenarios.map(({ name, solutions }) => [
      name,
      ...solutions.map(({ variant, mean }) => [variant, mean]),
    ]);
    expect(means).toEqual([
      ['kettle', ['baseline', 0.25], ['with-context', 1]],
      ['pot', ['baseline', 0.25], ['with-context', 1]],
    ]);
  });

  it('that are known already cost nothing, and --json alone waits for nothing', async () => {
    const { code, stdout, stderr } = await svc('eval', 'run', '--agent', 'scripted', '--json');
    expect(code).toBe(0);
    expect(stderr).toContain('4 cells (4 known already)');
    const [started, ...others] = JSON.parse(stdout) as { evalRunId: string }[];
    expect(started).toEqual({
      evalRunId: expect.any(String) as unknown,
      agent: 'scripted',
      model: null,
      scenariosCount: 2,
      estimatedCredits: 0,
    });
    expect(others).toEqual([]);
    expect(await view(started?.evalRunId ?? '')).toMatchObject({
      status: 'completed',
      credits: 0,
      verdict: { lift: 75 },
    });
  });

  it('are listed, shown and reported', async () => {
    const { data } = await json<{ data: EvalRunListed[] }>('eval', 'list', '--status', 'completed');
    expect(data.map(({ label }) => label)).toEqual([null, 'first']);
    const text = await registry.svc(['eval', 'view', '--last'], plugin);
    expect(text).toMatch(/^Underpowered .*kitchen\nlift \+75\.0 percentage points/);
    expect(text).toMatch(/^kettle +25% +100% +\+75\.0$/m);
    for (const report of ['report.html', 'report.json', 'report.xml'])
      await registry.svc(['eval', 'view', '--last', '--report', report], plugin);
    expect(await readFile(join(plugin, 'report.html'), 'utf8')).toMatch(/^<!doctype html>/i);
    expect(await readFile(join(plugin, 'report.xml'), 'utf8')).toContain('<testsuite');
    JSON.parse(await readFile(join(plugin, 'report.json'), 'utf8'));
  });

  it('are found by the workspace of the folder, which a variable can name', async () => {
    const last = ['eval', 'view', '--last'];
    expect(await registry.program.run(last)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('variable SVC_WORKSPACE') as unknown,
    });
    const env = { SVC_WORKSPACE: 'acme' };
    expect(await registry.program.run(last, { env })).toMatchObject({ code: 0 });
  });

  it('that failed end the command with a code of its own, and can be repeated', async () => {
    await writeFiles(join(plugin, 'broken/pot'), {
      ...scenario('pot'),
      'setup.sh': '#!/bin/sh\nexit 3\n',
    });
    const args = ['eval', 'run', 'broken', '--agent', 'scripted', '--wait', '--json'];
    const { code, stdout } = await svc(...args);
    const run = JSON.parse(stdout) as EvalRunView;
    expect({ code, run }).toMatchObject({
      code: 8,
      run: { status: 'failed', coverage: { void: 1, why: { setup: 1 } }, credits: 0 },
    });
    const shown = await svc('eval', 'view', run.evalRunId);
    expect(shown).toMatchObject({ code: 8, stdout: expect.stringMatching(/^Failed: /) as unknown });
    const again = await json<EvalRunView>('eval', 'retry', run.evalRunId);
    expect(again).toMatchObject({ status: 'pending', retryOf: run.evalRunId });
    expect(again.evalRunId).not.toBe(run.evalRunId);
    const done = await registry.program.run(['eval', 'view', '--wait', again.evalRunId]);
    expect(done.code).toBe(8);
  });

  it('follow a publish, with the published version as their context', async () => {
    const outcome = await json<PublishOutcome>('plugin', 'publish');
    // the default agent has no key here
    expect(outcome.followUps).toEqual(
      expect.arrayContaining([
        { by: 'eval', message: expect.stringMatching(/^It is not evaluated: .*key/i) as unknown },
      ]),
    );
    expect(outcome.files).toContain('evals/pot/task.md');
    const context = ['--context', 'acme/kitchen@1.0.0', '--wait'];
    const run = await json<EvalRunView>(
      ...['eval', 'run', 'evals', '--agent', 'scripted', ...context],
    );
    expect(run).toMatchObject({
      config: { contextType: 'plugin', contextRef: 'acme/kitchen@1.0.0' },
      verdict: { lift: 75 },
    });
  });

  it('go on when the person who waits leaves', async () => {
    const slow = [{ sleep: 2 }, ...steps];
    const task = `Fill the cup.\n\n\`\`\`script\n${JSON.stringify(slow)}\n\`\`\`\n`;
    await writeFiles(join(plugin, 'slow/cup'), { ...scenario('cup'), 'task.md': task });
    const args = ['eval', 'run', 'slow', '--agent', 'scripted'];
    const waiting = registry.program.start(args, { cwd: plugin, input: '' });
    const id = await until(() => /^Started (\S+)\.$/m.exec(waiting.stderr())?.[1]);
    waiting.child.kill('SIGINT');
    const { code, stderr } = await waiting.finished;
    expect(code).toBe(130);
    expect(stderr).toContain(
      `Follow it again with \`svc eval view --wait ${id}\`. \`svc eval cancel ${id}\` cancels it.`,
    );
    expect(await view(id)).toMatchObject({ status: 'completed', verdict: null });
  });

  it('that go on are not repeated, but cancelled', async () => {
    const task = `Fill the cup.\n\n\`\`\`script\n${JSON.stringify([{ sleep: 600 }])}\n\`\`\`\n`;
    await writeFiles(join(plugin, 'endless/cup'), { ...scenario('cup'), 'task.md': task });
    const [started] = await json<{ evalRunId: string }[]>(
      ...['eval', 'run', 'endless', '--agent', 'scripted', '--yes'],
    );
    const id = started?.evalRunId ?? '';
    expect(await svc('eval', 'retry', id)).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('Possible now: cancel.') as unknown,
    });
    expect(await registry.svc(['eval', 'cancel', id])).toMatch(
      /^Failed: The evaluation was cancelled\.[^]*\nNext: svc eval retry /,
    );
  });

  it('can be switched off', async () => {
    expect(await registry.svc(['workspace', 'evals', 'off', '-w', 'acme'])).toBe(
      'Evaluations of the workspace acme are off.\n',
    );
    const { code, stderr } = await svc('eval', 'run', '--agent', 'scripted', '--yes');
    expect({ code, stderr }).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('switched off') as unknown,
    });
    expect(await json('workspace', 'evals', '-w', 'acme')).toEqual({
      workspace: 'acme',
      enabled: false,
    });
    await registry.svc(['workspace', 'evals', 'on', '-w', 'acme']);
  });
});
