import { describe, expect, it } from '@jest/globals';
import type { OperationManifest } from '../../kernel/index.js';
import { agentWords } from './agent-words.js';
import { resultOf } from './tool-result.js';
import { toolsOf } from './tools.js';

describe('words for agents', () => {
  const tool = (mcp: string, cli?: string, ...fields: string[]) =>
    ({
      id: `demo.${mcp}`,
      summary: mcp,
      effect: 'write',
      mcp: { name: mcp },
      ...(cli !== undefined && { cli: { name: cli } }),
      input: {
        type: 'object',
        properties: Object.fromEntries(fields.map((field) => [field, { type: 'boolean' }])),
      },
    }) as unknown as OperationManifest;
  const tools = toolsOf([
    ...[
      tool('login'),
      tool('search'),
      tool('status'),
      tool('install'),
      tool('update', undefined, 'force', 'acceptWarnings'),
    ],
    ...[tool('workspace_list', 'workspace list'), tool('tile_publish', 'plugin publish', 'path')],
    { ...tool('tunnels'), cli: { program: 'lnk' as const, name: 'session list' } },
  ]);
  const speak = (called: string, words: string) =>
    agentWords(tools.values())(tools.get(called)!)(words);

  it.each([
    ['Run `svc login`.', 'Call the tool `login`.'],
    [
      'Then run `svc login`, in the environment of svc.',
      'Then call the tool `login`, in the environment of the tool server.',
    ],
    ['`svc search acme/x` shows it.', 'The tool `search` (acme/x) shows it.'],
    ['`svc install <workspace>/<plugin>` does.', 'The tool `install` (<workspace>/<plugin>) does.'],
    ['See `svc workspace list`.', 'See the tool `workspace_list`.'],
    ['Use `svc list` or `svc status`.', 'Use the tool `status`.'],
    ['`svc list` shows what is installed.', 'The tool `status` shows what is installed.'],
    ['`svc plugin publish .` again.', 'The tool `tile_publish` (.) again.'],
    ['Update with `svc update --force`.', 'Update with the tool `update` with `force`.'],
    ['Only with `--force`, or --accept-warnings.', 'Only with `force`, or `acceptWarnings`.'],
    ['Not with --yes.', 'Not with --yes.'],
    ['`lnk session list` shows them.', 'The tool `tunnels` shows them.'],
    // nothing that a tool can do
    ['`svc session list` shows them.', '`svc session list` shows them.'],
    ['`svc plugin unarchive acme/x` restores it.', '`svc plugin unarchive acme/x` restores it.'],
    ['Run `svc install --global x`.', 'Run `svc install --global x`.'],
    [
      'Have a person run `svc plugin publish` there. Then `svc search x`.',
      'Have a person run `svc plugin publish` there. Then the tool `search` (x).',
    ],
    ['Have a person run it with --force.', 'Have a person run it with --force.'],
  ])('%j is %j', (written, said) => {
    expect(speak('update', written)).toBe(said);
  });

  it('are in the fields that hold words, and in no data', () => {
    const { structuredContent } = resultOf(
      {
        problem: 'Run `svc install`.',
        description: 'Run `svc install`.',
        tiles: [{ hint: '`svc update`' }],
      },
      ['`svc search`'],
      (words) => speak('status', words),
    );
    expect(structuredContent).toEqual({
      problem: 'Call the tool `install`.',
      description: 'Run `svc install`.',
      tiles: [{ hint: 'The tool `update`' }],
      notes: ['The tool `search`'],
    });
  });
});
