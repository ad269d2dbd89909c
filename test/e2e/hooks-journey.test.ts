import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeLoadedBy } from './loaded-code.js';
import { openProgram, type Finished, type Program, type RunOptions } from './program.js';

/** How an agent sends the use of a tool, and what it must read when the hook blocks it. */
interface Case {
  readonly agent: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The agent's name of its shell, and of another tool. */
  readonly tools: readonly [string, string];
  readonly payload: (tool: string, folder: string) => object;
  /** What is on standard output, as JSON, when the tool is blocked; `undefined`: exit code 2 and the reason on standard error. */
  readonly blocked?: object;
  /** What is on standard output when it is not. */
  readonly passed?: object;
}

const REASON = 'no shell here';
const input = { command: 'ls' };
const claudeLike = (tool_name: string, cwd: string) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd,
  tool_name,
  tool_input: input,
});

const cases: Readonly<Record<string, Case>> = {
  'Claude Code': { agent: 'claude-code', tools: ['Bash', 'Read'], payload: claudeLike },
  'Gemini CLI': {
    agent: 'gemini',
    tools: ['run_shell_command', 'read_file'],
    payload: (tool, cwd) => ({ ...claudeLike(tool, cwd), hook_event_name: 'BeforeTool' }),
    blocked: { decision: 'deny', reason: REASON },
  },
  "Copilot CLI with Claude Code's file": {
    agent: 'claude-code',
    env: { COPILOT_CLI: '1' },
    tools: ['Bash', 'Read'],
    payload: claudeLike,
    blocked: {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: REASON,
      },
    },
  },
  Antigravity: {
    agent: 'antigravity',
    tools: ['run_command', 'view_file'],
    payload: (name, folder) => ({
      conversationId: 'c',
      workspacePaths: [folder],
      toolCall: { name, args: { CommandLine: 'ls' } },
    }),
    blocked: { decision: 'deny', reason: REASON },
    passed: { decision: 'allow' },
  },
};

const json = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));

describe('a hook of a plugin', () => {
  let program: Program;
  let project: string;

  beforeAll(async () => {
    program = await openProgram();
    project = program.cwd;
    const folder = join(project, `.svc/plugins/acme/guard`);
    await mkdir(join(folder, '.svc-plugin'), { recursive: true });
    await mkdir(join(project, '.git'));
    await writeFile(
      join(folder, 'guard.sh'),
      `#!/bin/sh\ncat > seen.json\necho "${REASON}" >&2\nexit 2\n`,
      { mode: 0o755 },
    );
    const guard = {
      matcher: 'Bash',
      hooks: [{ type: 'command', command: '${SVC_PLUGIN_DIR}/guard.sh', args: [] }],
    };
    const welcome = {
      hooks: [{ type: 'command', command: 'echo "welcome from $(basename ${SVC_PLUGIN_DIR})"' }],
    };
    const hooks = { PreToolUse: [guard], SessionStart: [welcome] };
    await writeFile(
      join(folder, '.svc-plugin/plugin.json'),
      JSON.stringify({ name: 'acme/guard', version: '1.0.0', description: 'x', hooks }),
    );
    const plugins = {
      'acme/guard': {
        version: '1.0.0',
        source: 'file:x',
        integrity: 'x',
        skills: [],
        rules: [],
        hooks,
      },
    };
    await writeFile(
      join(project, 'svc-lock.json'),
      JSON.stringify({ lockVersion: 1, plugins, written: {} }),
    );
  });
  afterAll(() => program.close());

  const fire = (
    args: readonly string[],
    event: unknown,
    options: RunOptions = {},
  ): Promise<Finished> =>
    program.run(['hook', 'run', ...args], {
      input: typeof event === 'string' ? event : JSON.stringify(event),
      ...options,
    });
  const use = ({ agent, env = {}, payload }: Case, tool: string): Promise<Finished> =>
    fire([`--agent=${agent}`, '--event=PreToolUse'], payload(tool, project), { env });

  it.each(Object.entries(cases))(
    'for Bash blocks the shell of %s and lets another tool pass',
    async (_, asked) => {
      const [shell, other] = asked.tools;
      const blocked = await use(asked, shell);
      expect(json(blocked.stdout)).toEqual(asked.blocked);
      expect([blocked.code, blocked.stderr]).toEqual(
        asked.blocked === undefined ? [2, `${REASON}\n`] : [0, ''],
      );
      const seen = JSON.parse(await readFile(join(project, 'seen.json'), 'utf8')) as {
        native: unknown;
      };
      expect(seen).toMatchObject({
        hook_event_name: 'PreToolUse',
        agent: asked.agent,
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
      });
      expect(seen.native).toEqual(asked.payload(shell, project));
      const passed = await use(asked, other);
      expect([passed.code, json(passed.stdout), passed.stderr]).toEqual([0, asked.passed, '']);
    },
  );

  it('gives the model a text at the start of a session', async () => {
    const { stdout } = await fire(['--agent', 'codex', '--event', 'SessionStart'], {
      hook_event_name: 'SessionStart',
      session_id: 's',
      cwd: project,
    });
    expect(json(stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext: 'welcome from guard',
      },
    });
  });

  it('runs from its folder alone when the entry names that', async () => {
    const args = [
      '--plugin-path=.svc/plugins/acme/guard',
      '--event=PreToolUse',
      '--agent=claude-code',
      '--schema-version=1',
    ];
    expect(await fire(args, claudeLike('Bash', project))).toMatchObject({
      code: 2,
      stderr: `${REASON}\n`,
    });
  });

  it('of the user runs in every project', async () => {
    const home = join(program.home, '.svc');
    const folder = join(home, 'plugins/acme/mine/.svc-plugin');
    await mkdir(folder, { recursive: true });
    const hooks = {
      Stop: [
        { hooks: [{ type: 'command', command: 'echo "$SVC_PLUGIN_DIR in $PWD" >&2; exit 2' }] },
      ],
    };
    await writeFile(join(folder, 'plugin.json'), JSON.stringify({ name: 'acme/mine', hooks }));
    await writeFile(
      join(home, 'svc-lock.json'),
      JSON.stringify({ plugins: { 'acme/mine': { hooks } } }),
    );
    const finished = await fire(['--agent=claude-code', '--event=Stop', '--global'], {
      hook_event_name: 'Stop',
      cwd: project,
    });
    expect(finished).toMatchObject({
      code: 2,
      stderr: `${join(home, 'plugins/acme/mine')} in ${project}\n`,
    });
  });

  it.each<
    [args: string[], event: string, code: number, told: string, env?: Record<string, string>]
  >([
    [['--agent=claude-code', '--event=PreToolUse'], 'nonsense', 1, 'not a JSON document'],
    [['--agent=claude-code', '--event=BeforeTool'], '{}', 1, 'no hook event "BeforeTool"'],
    [['--agent=claude-code', '--event=PreToolUse', '--from-the-future', '--x=1'], '{}', 0, ''],
    [['--agent=copilot', '--event=PreToolUse'], 'nonsense', 0, 'not a JSON document'],
    // Copilot, which takes any other exit code for a refusal
    [
      ['--agent=claude-code', '--event=PreToolUse'],
      'nonsense',
      0,
      'not a JSON document',
      { COPILOT_CLI: '1' },
    ],
  ])(
    'blocks nothing when it is called with %s and %s',
    async (...[args, event, code, told, env = {}]) => {
      const finished = await fire(args, event, { env });
      expect([finished.code, finished.stdout]).toEqual([code, '']);
      expect(finished.stderr).toContain(told);
    },
  );

  it('blocks where the reason cannot be written, and nothing else does', async () => {
    const through = ['sh', '-c', 'exec "$@" 2>/dev/full', 'sh'];
    const args = ['--agent=claude-code', '--event=PreToolUse'];
    expect(await fire(args, claudeLike('Bash', project), { through })).toMatchObject({ code: 2 });
    expect(
      await fire(['--agent=copilot', '--event=PreToolUse'], 'nonsense', { through }),
    ).toMatchObject({ code: 0 });
  });

  it('blocks nothing when the program is damaged', async () => {
    const alone = join(program.home, 'svc.cjs');
    await cp(program.svc, alone);
    const damaged = await openProgram({}, alone);
    const { code, stderr } = await damaged.run([
      'hook',
      'run',
      '--agent=copilot',
      '--event=PreToolUse',
    ]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('svc cannot start')]);
    await damaged.close();
  });

  it('is shown by `svc hook test`, and `svc hook run` has a page of help', async () => {
    const { stdout } = await program.run([
      'hook',
      'test',
      'PreToolUse',
      '--tool',
      'Bash',
      '--run',
      '--json',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      tool: 'Bash',
      hooks: [{ plugin: 'acme/guard', decision: 'block' }],
      answer: { exitCode: 2 },
    });
    expect((await program.run(['hook', 'run', '--help'])).stdout).toContain('--agent');
    const absent = ['hook', 'test', 'Stop', '--payload', 'absent.json'];
    expect(await program.run(absent)).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /absent\.json cannot be read: there is no such file or folder\.$/m,
      ),
    });
  });

  it('costs no package and no module but its own', async () => {
    const event = JSON.stringify(claudeLike('Read', project));
    const loaded = await codeLoadedBy(
      program,
      ['hook', 'run', '--agent=claude-code', '--event=PreToolUse'],
      { input: event },
    );
    expect(loaded).toMatchObject({ packages: [], modules: ['hooks', 'install', 'registry'] });
  });
});
