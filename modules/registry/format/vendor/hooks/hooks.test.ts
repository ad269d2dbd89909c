import { describe, expect, it } from '@jest/globals';
import { converted, leftOutOf, type Texts } from '../testing/vendor-plugin.js';

const CLAUDE = '.claude-plugin/plugin.json';
const DIR = '${SVC_PLUGIN_DIR}';
const run = (command: string, more: object = {}) => ({ type: 'command', command, ...more });

/** The hooks that a file of hooks becomes, whatever its dialect. */
function hooksOf(
  file: object,
  { manifest = CLAUDE, ...texts }: Texts & { manifest?: string } = {},
) {
  const plugin = converted({
    [manifest]: { name: 'x' },
    'hooks/hooks.json': file,
    'hooks/a.sh': '#!/bin/sh\n',
    ...texts,
  });
  const { hooks, nativeHooks } = plugin.contents.manifest;
  return { hooks, nativeHooks, leftOut: leftOutOf(plugin), plugin };
}

describe('hooks that every agent has', () => {
  it('become ours, from the dialect of Claude Code', () => {
    const { hooks, nativeHooks, leftOut } = hooksOf({
      hooks: {
        PreToolUse: [
          {
            matcher: 'Edit|Write',
            hooks: [run('"${CLAUDE_PLUGIN_ROOT}"/hooks/a.sh', { timeout: 5 })],
          },
          { matcher: 'mcp__plugin_x_db__.*', hooks: [run('$CLAUDE_PLUGIN_ROOT/hooks/a.sh x')] },
        ],
        SessionStart: [{ matcher: 'startup|resume|clear|compact', hooks: [run('true')] }],
      },
    });
    expect(hooks).toEqual({
      PreToolUse: [
        { matcher: 'Edit|Write', hooks: [run(`"${DIR}"/hooks/a.sh`, { timeout: 5 })] },
        { matcher: 'mcp__db__.*', hooks: [run(`${DIR}/hooks/a.sh x`)] },
      ],
      SessionStart: [{ hooks: [run('true')] }],
    });
    expect(nativeHooks).toBeUndefined();
    expect(leftOut).toEqual([]);
  });

  it.each([
    [
      'E="${CLAUDE_PLUGIN_ROOT:-${PLUGIN_ROOT:-}}"; sh "$E/hooks/a.sh"',
      `E="${DIR}"; sh "$E/hooks/a.sh"`,
    ],
    ['E="${MY_ROOT:-${CLAUDE_PLUGIN_ROOT}}"; true', `E="\${MY_ROOT:-${DIR}}"; true`],
    ['PYTHONPATH=${CLAUDE_PLUGIN_ROOT}:$PYTHONPATH true', `PYTHONPATH=${DIR}:$PYTHONPATH true`],
  ])('may name their folder as a value for the case that another is unset: %s', (written, ours) => {
    const { hooks, leftOut } = hooksOf({ hooks: { Stop: [{ hooks: [run(written)] }] } });
    expect(hooks).toEqual({ Stop: [{ hooks: [run(ours)] }] });
    expect(leftOut).toEqual([]);
  });

  it.each<[string, object, object]>([
    [
      'Gemini CLI, which counts milliseconds',
      {
        hooks: {
          BeforeTool: [
            {
              matcher: 'run_shell_command|write_file',
              hooks: [run('${extensionPath}${/}hooks/a.sh', { timeout: 1500 })],
            },
          ],
        },
      },
      {
        PreToolUse: [{ matcher: 'Bash|Write', hooks: [run(`${DIR}/hooks/a.sh`, { timeout: 2 })] }],
      },
    ],
    [
      'Cursor, whose paths begin in the plugin',
      {
        version: 1,
        hooks: {
          preToolUse: [{ command: './hooks/a.sh', matcher: '^(Write)$' }],
          stop: [{ command: 'sh hooks/a.sh' }],
        },
      },
      {
        PreToolUse: [{ matcher: '^((?:Write|Edit))$', hooks: [run(`${DIR}/hooks/a.sh`)] }],
        Stop: [{ hooks: [run(`sh ${DIR}/hooks/a.sh`)] }],
      },
    ],
    [
      'Copilot, with another word for the command',
      {
        version: 1,
        hooks: {
          userPromptSubmitted: [
            { type: 'command', bash: './hooks/a.sh', timeoutSec: 3, cwd: '.', env: { A: '1' } },
          ],
        },
      },
      {
        UserPromptSubmit: [{ hooks: [run(`${DIR}/hooks/a.sh`, { timeout: 3, env: { A: '1' } })] }],
      },
    ],
    [
      'Codex, with another name of a tool',
      { PostToolUse: [{ matcher: 'apply_patch', hooks: [run('true')] }] },
      { PostToolUse: [{ matcher: 'apply_patch', hooks: [run('true')] }] },
    ],
  ])('come in the dialect of %s', (_agent, file, hooks) => {
    expect(hooksOf(file).hooks).toEqual(hooks);
  });

  it('use the words of the manifest where a file fits several agents', () => {
    const file = { PostToolUse: [{ matcher: 'apply_patch', hooks: [run('true')] }] };
    expect(hooksOf(file, { manifest: '.codex-plugin/plugin.json' }).hooks).toEqual({
      PostToolUse: [{ matcher: 'Edit|Write', hooks: [run('true')] }],
    });
  });

  it('may stand in the manifest and in files that it names', () => {
    const { hooks } = hooksOf(
      { hooks: { Stop: [{ hooks: [run('1')] }] } },
      {
        [CLAUDE]: { hooks: ['./more.json', { Stop: [{ hooks: [run('3')] }] }] },
        'more.json': { hooks: { Stop: [{ hooks: [run('2')] }] } },
      },
    );
    expect(JSON.stringify(hooks).match(/"\d"/g)).toEqual(['"2"', '"3"', '"1"']);
  });

  it('find the folder by the variable that their programs ask for', () => {
    const { hooks } = hooksOf(
      { Stop: [{ hooks: [run('${CLAUDE_PLUGIN_ROOT}/hooks/b.sh')] }] },
      {
        'hooks/b.sh': 'cat "$CLAUDE_PLUGIN_ROOT/x"',
      },
    );
    expect(hooks).toMatchObject({ Stop: [{ hooks: [{ env: { CLAUDE_PLUGIN_ROOT: DIR } }] }] });
  });

  it('are told by the variables to answer in the words that hooks here have', () => {
    const script = '[ -n "$CURSOR_PLUGIN_ROOT" ] || [ -n "$CLAUDE_PLUGIN_ROOT" ]';
    const environment = (text: string) =>
      hooksOf({ Stop: [{ hooks: [run('true')] }] }, { 'hooks/b.sh': text }).hooks;
    expect(environment(script)).toEqual({
      Stop: [{ hooks: [run('true', { env: { CLAUDE_PLUGIN_ROOT: DIR } })] }],
    });
    expect(environment('$CURSOR_PLUGIN_ROOT')).toEqual({
      Stop: [{ hooks: [run('true', { env: { CURSOR_PLUGIN_ROOT: DIR } })] }],
    });
  });

  it('name by the variable what comes to be only when they run, and the project', () => {
    const { hooks } = hooksOf({
      Stop: [
        {
          hooks: [
            run(
              'test -d ${CLAUDE_PLUGIN_ROOT}/cache && ${CLAUDE_PLUGIN_ROOT}/hooks/a.sh "$CLAUDE_PROJECT_DIR"',
            ),
          ],
        },
      ],
    });
    expect(hooks).toMatchObject({
      Stop: [
        {
          hooks: [
            { command: `test -d $SVC_PLUGIN_DIR/cache && ${DIR}/hooks/a.sh "\${SVC_PROJECT_DIR}"` },
          ],
        },
      ],
    });
  });
});

describe('hooks that only one agent has', () => {
  it('stay with it, and are named for the others', () => {
    const { hooks, nativeHooks, leftOut } = hooksOf({
      hooks: {
        Notification: [{ matcher: 'idle', hooks: [run('${CLAUDE_PLUGIN_ROOT}/hooks/a.sh')] }],
        Stop: [{ hooks: [{ type: 'prompt', prompt: 'Done?' }, run('true', { async: true })] }],
        SessionStart: [{ matcher: 'compact', hooks: [run('true')] }],
      },
    });
    expect(hooks).toBeUndefined();
    expect(nativeHooks).toEqual({
      'claude-code': {
        Notification: [{ matcher: 'idle', hooks: [run(`${DIR}/hooks/a.sh`)] }],
        Stop: [
          { hooks: [{ type: 'prompt', prompt: 'Done?' }] },
          { hooks: [run('true', { async: true })] },
        ],
        SessionStart: [{ matcher: 'compact', hooks: [run('true')] }],
      },
    });
    expect(leftOut).toHaveLength(4);
    expect(leftOut[0]).toBe(
      'hook Notification: "hooks.Notification[0].hooks[0]" (hooks/hooks.json:7), for agents other than claude-code: only claude-code has the event',
    );
  });

  it('keep the shape of the agent', () => {
    const { nativeHooks } = hooksOf({
      version: 1,
      hooks: {
        afterFileEdit: [{ command: './hooks/a.sh', matcher: 'Write' }],
        stop: [{ command: 'true', loop_limit: 3 }],
      },
    });
    expect(nativeHooks).toEqual({
      cursor: {
        afterFileEdit: [{ command: `${DIR}/hooks/a.sh`, matcher: 'Write' }],
        stop: [{ command: 'true', loop_limit: 3 }],
      },
    });
  });
});

describe('wrong hooks', () => {
  it('are left out one by one with file and line, and the right ones stay', () => {
    const { hooks, leftOut } = hooksOf({
      hooks: {
        PreToolUse: [
          'x',
          { matcher: '(', hooks: [run('true')] },
          { matcher: 7, hooks: [run('true')] },
          {
            hooks: [
              run(''),
              7,
              run('right'),
              run('true', { timeout: 'soon' }),
              run('x', { args: [1] }),
            ],
          },
        ],
        Nonsense: [{ hooks: [run('true')] }],
        Stop: 'text',
        PostToolUse: [
          {
            hooks: [
              run('${CLAUDE_PLUGIN_ROOT}/gone.sh'),
              run('${CLAUDE_PLUGIN_ROOT}/../x.sh'),
              run('${CLAUDE_PLUGIN_DATA}/x'),
            ],
          },
          { hooks: [{ type: 'http', url: '' }] },
        ],
      },
    });
    expect(hooks).toEqual({ PreToolUse: [{ hooks: [run('right')] }] });
    const reasons = leftOut.map((line) =>
      /^hook (\w+): .*\(hooks\/hooks\.json:\d+\): (.*)$/.exec(line)?.slice(1).join(' '),
    );
    expect(reasons.sort()).toEqual(
      [
        'Nonsense no agent knows this event',
        "PostToolUse a path in it leaves the plugin's folder",
        'PostToolUse it has no "url"',
        'PostToolUse it starts "gone.sh", which the plugin does not have',
        'PostToolUse it uses ${CLAUDE_PLUGIN_DATA}, for which there is no counterpart',
        'PreToolUse "args" is no list of texts',
        'PreToolUse it has no "command"',
        'PreToolUse it is no hook',
        'PreToolUse it is no hook',
        'PreToolUse its matcher "(" is no regular expression',
        'PreToolUse its matcher is no text',
        'PreToolUse its time limit is no number of seconds',
        'Stop it is no list of hooks',
      ].sort(),
    );
  });

  it('in a file that is no JSON are all left out, and nothing else', () => {
    const { hooks, leftOut, plugin } = hooksOf({}, { 'hooks/hooks.json': '{"hooks": ' });
    expect(hooks).toBeUndefined();
    expect(leftOut).toEqual([expect.stringMatching(/^hooks\/hooks\.json:1: .*not valid JSON/)]);
    expect(plugin.contents.files.map(({ path }) => path)).toContain('hooks/a.sh');
  });

  it.each([
    '/etc${CLAUDE_PLUGIN_ROOT}/x',
    '${CLAUDE_PLUGIN_ROOT}${CLAUDE_PLUGIN_ROOT}',
    '${CLAUDE_PLUGIN_ROOT}-other/x',
  ])('never lead out of the folder: %s', (command) => {
    const { nativeHooks, hooks } = hooksOf({ Notification: [{ hooks: [run(command)] }] });
    expect({ nativeHooks, hooks }).toEqual({ nativeHooks: undefined, hooks: undefined });
  });

  it('of five dialects in one file each go to their agent', () => {
    const { hooks, nativeHooks } = hooksOf({
      hooks: {
        Stop: [{ hooks: [run('claude')] }],
        BeforeModel: [{ hooks: [run('gemini')] }],
        beforeSubmitPrompt: [{ command: 'cursor' }],
        agentStop: [{ bash: 'copilot' }],
        errorOccurred: [{ bash: 'copilot' }],
      },
    });
    expect(hooks).toEqual({
      Stop: [{ hooks: [run('claude')] }, { hooks: [run('copilot')] }],
      UserPromptSubmit: [{ hooks: [run('cursor')] }],
    });
    expect(Object.keys(nativeHooks ?? {}).sort()).toEqual(['copilot', 'gemini']);
  });
});
