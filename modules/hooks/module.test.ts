import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contribute, defineModule } from 'svc-registry/kernel';
import { startTestHost, type TestHost, plainStyle } from 'svc-registry/testing';
import { builtInAgents } from '../install/contract/agents/built-in.js';
import { agentsPoint } from '../install/contract/agents.js';
import { hookTestText } from './client/render/hook-test-text.js';
import { runHooks, testHooks } from './contract/operations.js';
import hooksModule from './module.js';

const style = plainStyle();
const command = (line: string) => ({ type: 'command', command: line });
const hooks = {
  PreToolUse: [
    { matcher: 'Edit', hooks: [command('exit 0')] },
    { matcher: 'Bash', hooks: [command('echo "not here" >&2; exit 2')] },
    { hooks: [{ ...command('${SVC_PLUGIN_DIR}/missing'), args: ['a b'] }] },
  ],
  SessionStart: [{ hooks: [command('echo welcome')] }],
};

function putPlugin(root: string, declared: object): void {
  const folder = join(root, '.svc/plugins/acme/guard/.svc-plugin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'plugin.json'),
    JSON.stringify({ name: 'acme/guard', hooks: declared }),
  );
  const lock = { lockVersion: 1, plugins: { 'acme/guard': { version: '1.0.0', hooks: declared } } };
  writeFileSync(join(root, 'svc-lock.json'), JSON.stringify(lock));
}

let host: TestHost;
let cwd: string;
beforeAll(async () => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'svc-hooks-')));
  putPlugin(cwd, hooks);
  const agents = Object.entries(builtInAgents).map(([id, facts]) =>
    contribute(agentsPoint, id, facts, () =>
      Promise.reject(new Error('nobody asks for its trust here')),
    ),
  );
  const install = defineModule({
    id: 'install',
    api: '^1.0.0',
    summary: 'install',
    contributes: agents,
  });
  host = await startTestHost({ modules: [install, hooksModule], facet: 'client' });
});
afterAll(async () => {
  await host.stop();
  rmSync(cwd, { recursive: true });
});

describe('svc hook test', () => {
  it('shows what would run, in order, and what would not and why', async () => {
    const test = await host.invoke(testHooks, { event: 'PreToolUse' }, { cwd });
    expect(test).toMatchObject({
      folder: cwd,
      agent: 'claude-code',
      event: 'PreToolUse',
      tool: 'Bash',
      answer: null,
      notes: [],
    });
    expect(hookTestText(test, style)).toBe(
      [
        'PreToolUse of Bash, called by claude-code',
        '  skips  acme/guard  sh -c -- "exit 0"  (matcher Edit: the matcher names other tools)',
        '  runs   acme/guard  sh -c -- "echo \\"not here\\" >&2; exit 2"  (matcher Bash)',
        `  runs   acme/guard  ${cwd}/.svc/plugins/acme/guard/missing "a b"`,
      ].join('\n'),
    );
  });

  it('runs them when it is asked to, and shows what the agent would read', async () => {
    const test = await host.invoke(
      testHooks,
      { event: 'PreToolUse', agent: 'gemini', tool: 'run_shell_command', run: true },
      { cwd },
    );
    expect(test.hooks.map(({ decision }) => decision)).toEqual([null, 'block', null]);
    expect(test.answer).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^\{"decision":"deny","reason":"not here","systemMessage":"svc: .*no such program"\}\n$/,
      ),
      stderr: expect.stringContaining('no such program'),
    });
    expect(hookTestText(test, style)).toContain('         block\n         not here');
  });

  it('takes what an agent has sent from a file', async () => {
    writeFileSync(
      join(cwd, 'event.json'),
      JSON.stringify({ sessionId: 's', toolName: 'edit', toolArgs: {} }),
    );
    const test = await host.invoke(
      testHooks,
      { event: 'PreToolUse', agent: 'copilot', payload: 'event.json' },
      { cwd },
    );
    expect(test.tool).toBe('Edit');
    expect(test.hooks.map(({ skipped }) => skipped === null)).toEqual([true, false, true]);
    await expect(
      host.invoke(testHooks, { event: 'Stop', payload: 'none.json' }, { cwd }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    writeFileSync(join(cwd, 'half.json'), '{"tool_name":Bash}');
    await expect(
      host.invoke(testHooks, { event: 'Stop', payload: 'half.json' }, { cwd }),
    ).rejects.toMatchObject({
      message: `${join(cwd, 'half.json')} cannot be read: it is not valid JSON.`,
    });
  });

  it.each(['cursor', 'antigravity', 'copilot', 'copilot-vscode', 'codex', 'openhands'])(
    'makes up an event as %s would send it',
    async (agent) => {
      const test = await host.invoke(testHooks, { event: 'PreToolUse', agent }, { cwd });
      expect(test).toMatchObject({ tool: 'Bash', folder: cwd });
    },
  );

  it('says that an answer is broken, of which nobody knows what it decides', async () => {
    const root = join(cwd, 'torn');
    const torn = {
      Stop: [{ hooks: [command(`printf '{"decision":"block"'`)] }],
      SessionStart: [{ hooks: [command('echo "{ text"')] }],
    };
    putPlugin(root, torn);
    const stop = await host.invoke(testHooks, { event: 'Stop', run: true }, { cwd: root });
    expect(stop.answer).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('answered with invalid JSON'),
    });
    const start = await host.invoke(testHooks, { event: 'SessionStart', run: true }, { cwd: root });
    expect(start.hooks[0]?.said).toEqual(['{ text']);
  });

  it('says when no plugin has a hook for the event', async () => {
    const test = await host.invoke(testHooks, { event: 'Stop' }, { cwd });
    expect(hookTestText(test, style)).toBe(
      'Stop, called by claude-code\nNo installed plugin has a hook for this event.',
    );
  });

  it('refuses events that there are not', async () => {
    await expect(host.invoke('hooks.test', { event: 'BeforeTool' }, { cwd })).rejects.toMatchObject(
      { code: 'invalid_input' },
    );
  });

  it('refuses agents that there are not, and names those that there are', async () => {
    await expect(
      host.invoke(testHooks, { event: 'Stop', agent: 'claude' }, { cwd }),
    ).rejects.toMatchObject({
      code: 'agent_unknown',
      message: 'There is no coding agent "claude".',
      hint: expect.stringMatching(/^Known agents: claude-code, .*codex/),
    });
  });

  it('says which lock cannot be read', async () => {
    const broken = join(cwd, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'svc-lock.json'), '{');
    await expect(host.invoke(testHooks, { event: 'Stop' }, { cwd: broken })).rejects.toMatchObject({
      code: 'hook_failed',
      message: expect.stringContaining('svc-lock.json'),
    });
  });
});

describe('svc hook run by way of the kernel', () => {
  it('answers as the runner does', async () => {
    const { stdout } = await host.invoke(
      runHooks,
      { agent: 'claude-code', event: 'SessionStart' },
      { cwd },
    );
    expect(JSON.parse(stdout)).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'welcome' },
    });
  });

  it('tells failures with the exit code that blocks nothing', async () => {
    await expect(host.invoke(runHooks, { event: 'PreToolUse' }, { cwd })).rejects.toMatchObject({
      code: 'hook_failed',
      exit: 1,
    });
  });

  it('blocks with the exit code that agents take for it', async () => {
    const blocking = join(cwd, 'blocking');
    const stop = { Stop: [{ hooks: [command('echo "one more thing" >&2; exit 2')] }] };
    putPlugin(blocking, stop);
    const refusal = { code: 'hook_blocked', exit: 2, message: 'one more thing' };
    await expect(host.invoke(runHooks, { event: 'Stop' }, { cwd: blocking })).rejects.toMatchObject(
      refusal,
    );
  });
});
