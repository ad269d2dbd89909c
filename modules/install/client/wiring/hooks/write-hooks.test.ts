import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { agentIds, type AgentId } from '../../../contract/agent-ids.js';
import { builtInAgents } from '../../../contract/agents/built-in.js';
import { hookEvents } from '../../../contract/agents.js';
import { HOOKS_MISSING } from '../../../contract/own-tool-server.js';
import { TestWiring } from '../../testing/test-wiring.js';

const command = { type: 'command', command: '${SVC_PLUGIN_DIR}/run.sh' };
const onEveryEvent = {
  hooks: Object.fromEntries(hookEvents.map((event) => [event, [{ hooks: [command] }]])),
};
const onStop = { hooks: { Stop: [{ hooks: [command] }] } };

let wiring: TestWiring;
beforeEach(async () => {
  wiring = await TestWiring.create();
});
afterEach(() => wiring.drop());

const json = async (file: string): Promise<Record<string, Record<string, unknown[]>>> =>
  parse(await wiring.read(file)) as never;
const call = (agent: string, event: string): string =>
  `svc hook run --agent=${agent} --event=${event}`;
const recordedHooks = (): Record<string, Record<string, string[]>> =>
  (JSON.parse(wiring.lock) as { written: { hooks: Record<string, Record<string, string[]>> } })
    .written.hooks;

describe('the entry that calls the hooks of plugins', () => {
  const grouped = (
    events: Readonly<Record<string, string>>,
    commandsOf: (event: string) => object,
  ): object => ({
    hooks: Object.fromEntries(
      Object.entries(events).map(([event, name]) => [
        name,
        [{ hooks: [{ type: 'command', ...commandsOf(event), timeout: 600 }] }],
      ]),
    ),
  });
  const plain =
    (agent: AgentId) =>
    (event: string): object => ({ command: call(agent, event) });
  const same = Object.fromEntries(hookEvents.map((event) => [event, event]));
  const lower = {
    PreToolUse: 'preToolUse',
    PostToolUse: 'postToolUse',
    SessionStart: 'sessionStart',
  };
  const geminiNames = {
    PreToolUse: 'BeforeTool',
    PostToolUse: 'AfterTool',
    UserPromptSubmit: 'BeforeAgent',
    Stop: 'AfterAgent',
  };
  const guarded = (agent: string, event: string, pass = 'exit 0'): string =>
    `command -v svc >/dev/null || ${pass}; ${call(agent, event)}`;
  const message = `exec echo '{"systemMessage":"${HOOKS_MISSING}"}'`;
  const telling = (agent: AgentId, event: string): string =>
    guarded(agent, event, event === 'SessionStart' ? message : 'exit 0');
  const powershell = (event: string): string =>
    `if (Get-Command svc -ErrorAction Ignore) { ${call('copilot', event)}; exit $LASTEXITCODE }`;
  const antigravityEntry = (event: string): object => {
    const pass = `exec echo '${event === 'PreToolUse' ? '{"decision":"allow"}' : '{}'}'`;
    return {
      type: 'command',
      command: guarded('antigravity', event, pass),
      timeout: 600,
    };
  };

  it.each<[AgentId, string, object]>([
    [
      'claude-code',
      '.claude/settings.json',
      grouped(same, (event) => ({ command: telling('claude-code', event) })),
    ],
    [
      'codex',
      '.codex/hooks.json',
      grouped(same, (event) => ({
        command: telling('codex', event),
        commandWindows: call('codex', event),
      })),
    ],
    ['openhands', '.openhands/hooks.json', grouped(same, plain('openhands'))],
    [
      'gemini',
      '.gemini/settings.json',
      {
        hooks: Object.fromEntries(
          Object.entries({ ...geminiNames, SessionStart: 'SessionStart' }).map(([event, name]) => [
            name,
            [
              {
                hooks: [
                  {
                    type: 'command',
                    command: guarded('gemini', event),
                    timeout: 600_000,
                  },
                ],
              },
            ],
          ]),
        ),
      },
    ],
    [
      'copilot',
      '.github/hooks/svc.json',
      {
        version: 1,
        hooks: Object.fromEntries(
          Object.entries({
            ...lower,
            UserPromptSubmit: 'userPromptSubmitted',
            Stop: 'agentStop',
          }).map(([event, name]) => [
            name,
            [
              {
                type: 'command',
                bash: guarded('copilot', event),
                powershell: powershell(event),
                timeoutSec: 600,
              },
            ],
          ]),
        ),
      },
    ],
    [
      'cursor',
      '.cursor/hooks.json',
      {
        version: 1,
        hooks: Object.fromEntries(
          Object.entries({ ...lower, UserPromptSubmit: 'beforeSubmitPrompt', Stop: 'stop' }).map(
            ([event, name]) => [name, [{ command: call('cursor', event), timeout: 600 }]],
          ),
        ),
      },
    ],
    [
      'antigravity',
      '.agents/hooks.json',
      {
        svc: {
          PreToolUse: [{ hooks: [antigravityEntry('PreToolUse')] }],
          PostToolUse: [{ hooks: [antigravityEntry('PostToolUse')] }],
          SessionStart: [antigravityEntry('SessionStart')],
          Stop: [antigravityEntry('Stop')],
        },
      },
    ],
  ])('has the form and the file that %s knows', async (agent, file, content) => {
    const warnings = await wiring.run({ agents: [agent], hooks: { 'acme/a': onEveryEvent } });
    expect(warnings).toEqual([]);
    expect(await json(file)).toMatchObject(content);
  });

  it('stands once per event, however many plugins, and for used events only', async () => {
    const other = { hooks: { Stop: [{ hooks: [command, command] }], PreToolUse: [] } };
    await wiring.run({ agents: ['claude-code'], hooks: { 'acme/a': onStop, 'acme/b': other } });
    const { hooks = {} } = await json('.claude/settings.json');
    expect(Object.keys(hooks)).toEqual(['Stop']);
    expect(hooks['Stop']).toHaveLength(1);
  });

  it('is the same text after every install, also when plugins come, change and go', async () => {
    const agents = ['claude-code', 'codex', 'gemini', 'copilot'] as const;
    await wiring.run({ agents, hooks: { 'acme/a': onStop } });
    const before = await wiring.state();
    for (const hooks of [
      { 'acme/a': onStop },
      { 'acme/a': onStop, 'acme/b': onStop },
      { 'acme/b': onStop },
    ]) {
      await wiring.run({ agents, hooks });
      expect(await wiring.state()).toEqual(before);
    }
  });

  it('is written once for agents that share a file', async () => {
    const hooks = { 'acme/a': onStop };
    await wiring.run({ agents: ['copilot-vscode', 'copilot'], hooks });
    expect(await wiring.read('.github/hooks/svc.json')).toContain(call('copilot-vscode', 'Stop'));
    expect(await wiring.read('.github/hooks/svc.json')).not.toContain('--agent=copilot ');
    await wiring.run({ agents: ['copilot'], hooks });
    expect((await json('.github/hooks/svc.json'))['hooks']?.['agentStop']).toEqual([
      expect.objectContaining({ bash: expect.stringContaining('--agent=copilot ') as unknown }),
    ]);
  });

  it('says in user scope that the user has called', async () => {
    await wiring.drop();
    wiring = await TestWiring.create('user');
    await wiring.run({ agents: ['claude-code', 'copilot'], hooks: { 'acme/a': onStop } });
    expect(await wiring.read('.claude/settings.json')).toContain(
      `${call('claude-code', 'Stop')} --global`,
    );
    expect(await wiring.read('.copilot/hooks/svc.json')).toContain(
      `${call('copilot', 'Stop')} --global`,
    );
  });

  it('changes in its place when the program has moved', async () => {
    await wiring.write(
      '.codex/hooks.json',
      '{"hooks": {"Stop": [\n  {"hooks": [{"type": "command", "command": "mine"}]} // first\n]}}\n',
    );
    const run = (program: string): Promise<unknown> =>
      wiring.run({
        agents: ['codex'],
        hooks: { 'acme/a': onStop },
        program: { command: program, args: [], caution: undefined },
      });
    await run('svc');
    await wiring.write(
      '.codex/hooks.json',
      (await wiring.read('.codex/hooks.json')).replace(
        '\n]}}',
        ',\n  {"hooks": [{"type": "command", "command": "last"}]}\n]}}',
      ),
    );
    await run("/opt/it's here/svc");
    const commands = (
      (await json('.codex/hooks.json'))['hooks']?.['Stop'] as { hooks: { command: string }[] }[]
    ).map(({ hooks: [hook] }) => hook?.command);
    expect(commands).toEqual([
      'mine',
      String.raw`test -e '/opt/it'\''s here/svc' || exit 0; '/opt/it'\''s here/svc' hook run --agent=codex --event=Stop`,
      'last',
    ]);
    expect(await wiring.read('.codex/hooks.json')).toContain('// first');
  });

  it('stays in what another system wrote, and is taken back from there', async () => {
    const windows = { type: 'command', command: call('claude-code', 'Stop'), timeout: 600 };
    const text = JSON.stringify({ model: 'opus', hooks: { Stop: [{ hooks: [windows] }] } });
    await wiring.write('.claude/settings.json', text);
    await wiring.run({ agents: ['claude-code'], hooks: { 'acme/a': onStop } });
    expect(await wiring.read('.claude/settings.json')).toBe(text);
    await wiring.run({ agents: ['claude-code'] });
    expect(await json('.claude/settings.json')).toEqual({ model: 'opus', hooks: { Stop: [] } });
  });

  it('is found again when the lock has forgotten it', async () => {
    await wiring.run({ agents: ['claude-code'], hooks: { 'acme/a': onStop } });
    const before = await wiring.state();
    const lock = wiring.lock;
    wiring.lock = (await TestWiring.create()).lock;
    await wiring.run({ agents: ['claude-code'], hooks: { 'acme/a': onStop } });
    expect(await wiring.state()).toEqual(before);
    expect(recordedHooks()).toEqual(
      (JSON.parse(lock) as { written: { hooks: unknown } }).written.hooks,
    );
  });

  it('survives a renamed checkout, and nothing in the lock is absolute', async () => {
    const agents = ['claude-code', 'gemini'] as const;
    const native = { nativeHooks: { gemini: { AfterTool: [{ hooks: [command] }] } } };
    await wiring.run({ agents, hooks: { 'acme/a': onStop, 'acme/b': native } });
    expect(wiring.lock).not.toContain(wiring.scope.root);
    const moved = join(wiring.base, 'renamed');
    await rename(wiring.scope.root, moved);
    wiring.scope = { ...wiring.scope, root: moved };
    const before = await wiring.state();
    await wiring.run({ agents, hooks: { 'acme/a': onStop, 'acme/b': native } });
    expect(await wiring.state()).toEqual(before);
    await wiring.run({ agents });
    expect(await wiring.state()).not.toHaveProperty(
      '.gemini/settings.json',
      expect.stringContaining('hooks'),
    );
  });
});

describe('agents without hooks', () => {
  it('are named in one warning', async () => {
    const warnings = await wiring.run({ agents: [...agentIds], hooks: { 'acme/a': onStop } });
    expect(warnings.filter((text) => text.includes('hook'))).toEqual([
      `The hooks of plugins do nothing in ${['openclaw', 'agents', 'svc-agent'].map((id) => builtInAgents[id as AgentId].display).join(', ')}: svc knows no location for hooks there.`,
    ]);
  });

  it('are not named when no plugin has hooks', async () => {
    expect(
      (await wiring.run({ agents: ['agents', 'openclaw'] })).filter((text) =>
        text.includes('hook'),
      ),
    ).toEqual([]);
  });

  it('skip an event that they lack in silence', async () => {
    const prompt = { hooks: { UserPromptSubmit: [{ hooks: [command] }] } };
    expect(await wiring.run({ agents: ['antigravity'], hooks: { 'acme/a': prompt } })).toEqual([]);
    expect(await wiring.state()).not.toHaveProperty(
      '.agents/hooks.json',
      expect.stringContaining('hook run'),
    );
  });
});
