import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hookEnvironment } from './environment.js';
import { runHook, type HookCall } from './hook-process.js';
import { KEPT_BYTES } from './kept-output.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-hook-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const hookOf = (command: string, extra: Partial<HookCall['hook']> = {}): HookCall['hook'] => ({
  command,
  args: undefined,
  env: {},
  timeout: 60,
  ...extra,
});

function run(hook: HookCall['hook'], call: Partial<HookCall> = {}) {
  const env = { PATH: process.env['PATH'], SVC_PLUGIN_DIR: folder };
  const limit = { seconds: hook.timeout };
  return runHook({
    hook,
    limit,
    pluginFolder: folder,
    cwd: folder,
    env,
    input: '{}',
    signal: new AbortController().signal,
    ...call,
  });
}

const gone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // a zombie still answers; it is gone for all that matters
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === true;
  } catch {
    return true;
  }
};

async function until(look: () => boolean): Promise<void> {
  while (!look()) await new Promise((resume) => setTimeout(resume, 20));
}

describe('a hook', () => {
  it('reads the event and answers by its output and exit code', async () => {
    const result = await run(hookOf('cat; echo oops >&2; exit 2'), { input: '{"a":1}' });
    expect(result).toEqual({
      exitCode: 2,
      stdout: '{"a":1}',
      stderr: 'oops\n',
      failure: undefined,
      cut: false,
    });
  });

  it('with args is started without a shell, also when there are none', async () => {
    expect(
      await run(hookOf('echo', { args: ['$HOME', '`id`', '${SVC_PLUGIN_DIR}'] })),
    ).toMatchObject({
      stdout: `$HOME \`id\` ${folder}\n`,
    });
    expect(await run(hookOf('echo hi', { args: [] }))).toMatchObject({
      exitCode: null,
      failure: expect.stringContaining('no such program'),
    });
  });

  it('is looked for in its folder when it is a relative path', async () => {
    writeFileSync(join(folder, 'own.sh'), '#!/bin/sh\necho own', { mode: 0o755 });
    writeFileSync(join(folder, 'closed.sh'), '#!/bin/sh\necho own', { mode: 0o644 });
    expect(await run(hookOf('./own.sh', { args: [] }))).toMatchObject({ stdout: 'own\n' });
    expect(await run(hookOf('./closed.sh', { args: [] }))).toMatchObject({
      failure: expect.stringContaining('not executable'),
    });
  });

  it('may begin with a dash, and may be anything at all', async () => {
    expect((await run(hookOf('-rf; echo on'))).stdout).toBe('on\n');
    expect((await run(hookOf('echo', { args: ['nul\0byte'] }))).failure).toMatch(
      /could not be started/,
    );
  });

  it('that leaves with another code has failed', async () => {
    expect((await run(hookOf('exit 7'))).failure).toBe('left with 7');
  });

  it('that is killed by a signal has failed', async () => {
    expect((await run(hookOf('kill -SEGV $$'))).failure).toBe('was killed by SIGSEGV');
  });

  it('need not read the event, however long it is', async () => {
    expect(await run(hookOf('exit 0'), { input: 'x'.repeat(10_000_000) })).toMatchObject({
      exitCode: 0,
      failure: undefined,
    });
  });

  it('may write ten megabytes; the beginning is kept', async () => {
    const { stdout, cut, exitCode } = await run(
      hookOf('head -c 10485760 /dev/zero | tr "\\0" x; head -c 10485760 /dev/zero >&2'),
    );
    expect([stdout.length, cut, exitCode]).toEqual([KEPT_BYTES, true, 0]);
  });

  it('that never ends is ended', async () => {
    const { failure } = await run(
      hookOf('trap "" TERM; sleep 1000 & wait; sleep 1000', { timeout: 0.2 }),
    );
    expect(failure).toBe('did not end within 0.2 s and was killed');
  });

  it('is not waited for because of what it leaves running', async () => {
    const { stdout, failure } = await run(hookOf('sleep 30 & echo $! > left.pid; echo done'));
    process.kill(Number(readFileSync(join(folder, 'left.pid'), 'utf8')));
    expect([stdout, failure]).toEqual(['done\n', undefined]);
  });

  it('is ended when nobody waits for it any more, with everything it has started, also what ignores the request', async () => {
    const controller = new AbortController();
    const hook = hookOf(
      'trap "" TERM; sleep 1000 & echo $! > child.pid; echo $$ > own.pid; touch began; wait; sleep 1000',
    );
    const running = run(hook, { signal: controller.signal });
    await until(() => existsSync(join(folder, 'began')));
    controller.abort();
    expect((await running).failure).toBe('was interrupted');
    for (const name of ['child', 'own']) {
      const pid = Number(readFileSync(join(folder, `${name}.pid`), 'utf8'));
      await until(() => gone(pid));
    }
  });
});

describe("a hook's environment", () => {
  const facts = {
    pluginFolder: '/plugin',
    projectFolder: '/project',
    agent: 'codex',
    event: 'Stop',
    projectVariables: ['CLAUDE_PROJECT_DIR'],
  };
  const agentEnv = {
    HOME: '/h',
    PATH: '/bin',
    LC_ALL: 'C',
    CLAUDE_PROJECT_DIR: '/project',
    GEMINI_PROJECT_DIR: '/other',
    SVC_TOKEN: 'secret',
    AWS_SECRET: 'secret',
    WANTED: 'line\n$(id)\n',
  };
  const ours = {
    SVC_PLUGIN_DIR: '/plugin',
    SVC_PROJECT_DIR: '/project',
    SVC_AGENT: 'codex',
    SVC_HOOK_EVENT: 'Stop',
  };

  it('has the basics, our facts and nothing else', () => {
    const basics = { HOME: '/h', PATH: '/bin', LC_ALL: 'C', CLAUDE_PROJECT_DIR: '/project' };
    expect(hookEnvironment(hookOf('x'), facts, agentEnv)).toEqual({ ...basics, ...ours });
  });

  it('has what the hook declares: texts, variables of the agent, none for those that are unset', () => {
    const env = {
      FIXED: 'a b',
      ROOT: '${SVC_PLUGIN_DIR}/x',
      MINE: { fromEnv: 'WANTED' },
      GONE: { fromEnv: 'UNSET' },
      PATH: { fromEnv: 'UNSET' },
    };
    const environment = hookEnvironment(hookOf('x', { env }), facts, agentEnv);
    expect(environment).toMatchObject({
      FIXED: 'a b',
      ROOT: '/plugin/x',
      MINE: 'line\n$(id)\n',
      PATH: '/bin',
    });
    expect(environment).not.toHaveProperty('GONE');
  });

  it('never has the token of the registry, nor another folder than its own', () => {
    const env = { T: { fromEnv: 'SVC_TOKEN' }, SVC_PLUGIN_DIR: '/elsewhere' };
    const environment = hookEnvironment(hookOf('x', { env }), facts, agentEnv);
    expect(Object.values(environment)).not.toContain('secret');
    expect(environment).toMatchObject(ours);
  });

  it('reaches the hook unchanged', async () => {
    const env = hookEnvironment(hookOf('x', { env: { MINE: { fromEnv: 'WANTED' } } }), facts, {
      ...agentEnv,
      PATH: process.env['PATH'],
    });
    expect((await run(hookOf('printf %s "$MINE"'), { env })).stdout).toBe('line\n$(id)\n');
  });
});
