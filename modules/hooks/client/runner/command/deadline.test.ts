import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dialectOf } from '../dialects/index.js';
import type { PreparedEvent } from '../event.js';
import { runPlan } from '../run-plan.js';
import type { CommandHook } from './command-hook.js';
import { Deadline, EVENT_SECONDS, type Clock } from './deadline.js';

const hookOf = (command: string, timeout = 60): CommandHook => ({
  command,
  args: undefined,
  env: {},
  timeout,
});

/** Goes on by so many seconds with each look. */
function clockOf(...steps: readonly number[]): Clock {
  let [now, index] = [5_000, 0];
  return () => (now += (steps[index++] ?? 0) * 1000);
}

describe('the time of an event', () => {
  it('leaves each hook its own limit as long as there is enough', () => {
    const deadline = new Deadline(clockOf(0, 0, EVENT_SECONDS - 60));
    expect(deadline.limitFor(hookOf('x', EVENT_SECONDS))).toEqual({ seconds: EVENT_SECONDS });
    expect(deadline.limitFor(hookOf('x', 0.5))).toEqual({ seconds: 0.5 });
    expect(deadline.limitFor(hookOf('x', 60))).toEqual({ seconds: 60 });
  });

  it('is less than the agent waits, whatever hooks ask for: the last gets what is left, then nobody anything', () => {
    const deadline = new Deadline(clockOf(0, 0, EVENT_SECONDS - 1.5, 1));
    expect(deadline.limitFor(hookOf('x', 600))).toEqual({
      seconds: EVENT_SECONDS,
      why: expect.stringContaining(`${EVENT_SECONDS} s`),
    });
    expect(deadline.limitFor(hookOf('x'))).toMatchObject({
      seconds: 1,
      why: expect.stringContaining('for all hooks'),
    });
    expect(deadline.limitFor(hookOf('x'))).toBeUndefined();
  });
});

describe('hooks that together take longer than the agent waits', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-deadline-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('are ended and left out in time: what was said until then counts, the others are named', async () => {
    const commands = ['echo no >&2; exit 2', 'exec sleep 1000', 'echo never >&2; exit 2'];
    const prepared: PreparedEvent = {
      event: 'PreToolUse',
      agent: 'codex',
      dialect: dialectOf('codex'),
      folder,
      leftTo: undefined,
      notes: [],
      input: { hook_event_name: 'PreToolUse', agent: 'codex', cwd: folder, native: null },
      hooks: commands.map((command) => ({
        plugin: 'acme/slow',
        folder,
        matcher: undefined,
        hook: hookOf(command),
        skipped: undefined,
      })),
    };
    const clock = clockOf(0, 0, EVENT_SECONDS - 1, 1);
    const runs = await runPlan(prepared, {
      env: process.env,
      cwd: folder,
      clock,
      signal: new AbortController().signal,
    });
    expect(runs.map(({ verdict }) => verdict.reasons)).toEqual([['no'], [], []]);
    expect(runs.map(({ note }) => note)).toEqual([
      undefined,
      expect.stringMatching(
        /^acme\/slow: `exec sleep 1000` did not end within 1 s \(what was left of 590 s .*\) and was killed$/,
      ),
      'acme/slow: `echo never >&2; exit 2` was not run: those before it took the 590 s that all hooks of an event have together',
    ]);
  });
});
