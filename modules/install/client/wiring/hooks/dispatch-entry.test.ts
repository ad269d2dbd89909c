import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AgentId } from '../../../contract/agent-ids.js';
import { builtInAgents } from '../../../contract/agents/built-in.js';
import type { HookEvent, HookFacts } from '../../../contract/agents.js';
import { dispatchEntries } from './dispatch-entry.js';

const run = promisify(execFile);

function commandOf(
  called: AgentId | readonly [AgentId, HookEvent],
  words: readonly [string, ...string[]],
  platform: NodeJS.Platform = 'linux',
): string {
  const [agent, event = 'Stop']: readonly [AgentId, HookEvent?] =
    typeof called === 'string' ? [called] : called;
  const facts = builtInAgents[agent].hooks as HookFacts;
  const [command, ...args] = words;
  const program = { command, args, caution: undefined };
  const [entry] = dispatchEntries(
    { agent, facts, event, program, scope: { kind: 'project' } },
    platform,
  );
  return String(entry?.[String(facts.entry?.command)]);
}

describe('the command that calls svc', () => {
  let base: string;
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'svc-dispatch-'));
  });
  afterEach(() => rm(base, { recursive: true }));

  const folders = [
    'plain',
    'with space',
    "it's",
    '"quoted"',
    '$(touch PWN)',
    '`touch PWN`',
    'a;touch PWN;b',
    'a&b|c',
    '*',
    '~',
    '#x',
    '-rf',
    'ü',
  ];

  it.each(folders)('finds a program in a folder called %s, guarded or not', async (name) => {
    const folder = join(base, name);
    await mkdir(folder);
    await writeFile(join(folder, 'svc'), '#!/bin/sh\necho "$0" "$@"; exit 2\n');
    await chmod(join(folder, 'svc'), 0o755);
    for (const agent of ['claude-code', 'openhands'] as const) {
      const failure: unknown = await run('sh', ['-c', commandOf(agent, [join(folder, 'svc')])], {
        cwd: base,
      }).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: 2,
        stdout: `${join(folder, 'svc')} hook run --agent=${agent} --event=Stop\n`,
      });
    }
  });

  it.each(['claude-code', 'codex', 'copilot', 'gemini'] as const)(
    'is silent where there is no svc, though %s, or who reads its file, would refuse or complain',
    async (agent) => {
      const { stdout, stderr } = await run('/bin/sh', ['-c', commandOf(agent, ['svc'])], {
        env: { PATH: base },
      });
      expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' });
      await run('sh', ['-c', commandOf(agent, [process.execPath, join(base, 'gone.js')])]);
    },
  );

  it.each(['claude-code', 'codex'] as const)(
    'says in %s at the start of a session how to get svc, if it is not installed',
    async (agent) => {
      const command = commandOf([agent, 'SessionStart'], ['svc']);
      const { stdout } = await run('/bin/sh', ['-c', command], { env: { PATH: systemPath() } });
      expect(JSON.parse(stdout)).toEqual({
        systemMessage: expect.stringMatching(
          /^svc is not installed on this machine, so the hooks .*npm install/,
        ),
      });
    },
  );

  it('of gemini on Windows goes on without svc in bash too, where a guard of PowerShell would refuse', async () => {
    const command = commandOf('gemini', ['svc'], 'win32');
    expect(command).toBe('svc hook run --agent=gemini --event=Stop; exit 0');
    const { stdout } = await run('/bin/sh', ['-c', command], { env: { PATH: base } });
    expect(stdout).toBe('');
  });

  /** Without svc, which nobody installs there. */
  const systemPath = (): string => ['/usr/bin', '/bin', base].join(delimiter);

  it('lets antigravity, which takes silence for a refusal, read that a tool may be used where there is no svc', async () => {
    const { stdout } = await run(
      '/bin/sh',
      ['-c', commandOf(['antigravity', 'PreToolUse'], ['svc'])],
      { env: { PATH: systemPath() } },
    );
    expect(JSON.parse(stdout)).toEqual({ decision: 'allow' });
    const gone = await run('sh', [
      '-c',
      commandOf('antigravity', [process.execPath, join(base, 'gone.js')]),
    ]);
    expect(gone.stdout).toBe('{}\n');
    await writeFile(join(base, 'svc'), '#!/bin/sh\necho "$@"; exit 2\n', { mode: 0o755 });
    const there: unknown = await run('sh', [
      '-c',
      commandOf(['antigravity', 'PreToolUse'], [join(base, 'svc')]),
    ]).catch((error: unknown) => error);
    expect(there).toMatchObject({
      code: 2,
      stdout: 'hook run --agent=antigravity --event=PreToolUse\n',
    });
  });

  it('is quoted for the shells of Windows', () => {
    const words = [String.raw`C:\Program Files\node.exe`, String.raw`C:\it's\svc.js`] as const;
    expect(commandOf('claude-code', words, 'win32')).toBe(
      String.raw`"C:\Program Files\node.exe" "C:\it's\svc.js" hook run --agent=claude-code --event=Stop`,
    );
    expect(commandOf('gemini', words, 'win32')).toBe(
      String.raw`if (Test-Path 'C:\it''s\svc.js') { & 'C:\Program Files\node.exe' 'C:\it''s\svc.js' hook run --agent=gemini --event=Stop; exit $LASTEXITCODE }`,
    );
    expect(commandOf('claude-code', ['svc'], 'win32')).toBe(
      'svc hook run --agent=claude-code --event=Stop',
    );
  });

  it('has a key of its own for Windows in codex', () => {
    const facts = builtInAgents.codex.hooks as HookFacts;
    const program = { command: 'svc', args: [], caution: undefined };
    const scope = { kind: 'project' } as const;
    expect(
      dispatchEntries({ agent: 'codex', facts, event: 'Stop', program, scope }, 'linux'),
    ).toEqual([
      {
        type: 'command',
        command: 'command -v svc >/dev/null || exit 0; svc hook run --agent=codex --event=Stop',
        commandWindows: 'svc hook run --agent=codex --event=Stop',
        timeout: 600,
      },
    ]);
  });

  it('is the same on every system where the agent allows it', () => {
    const entriesOf = (
      agent: AgentId,
      platform: NodeJS.Platform = 'linux',
      frozen = false,
    ): readonly unknown[] => {
      const facts = builtInAgents[agent].hooks as HookFacts;
      const program = { command: 'svc', args: [], caution: undefined };
      return dispatchEntries(
        { agent, facts, event: 'Stop', program, scope: { kind: 'project' } },
        platform,
        frozen,
      );
    };
    for (const agent of ['codex', 'copilot', 'openhands'] as const)
      expect(entriesOf(agent)).toHaveLength(1);
    for (const agent of ['claude-code', 'gemini'] as const)
      expect(entriesOf(agent)).toHaveLength(2);
    // PowerShell cannot run what bash guards
    expect(entriesOf('gemini', 'win32')).toHaveLength(1);
    expect(entriesOf('gemini', 'win32', true)).toHaveLength(2);
  });
});
