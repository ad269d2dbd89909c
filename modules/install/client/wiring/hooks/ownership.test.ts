import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { agentIds, type AgentId } from '../../../contract/agent-ids.js';
import { builtInAgents } from '../../../contract/agents/built-in.js';
import { hookEvents } from '../../../contract/agents.js';
import { jsonCorpus } from '../../testing/json-corpus.js';
import { jsonListCorpus } from '../../testing/json-list-corpus.js';
import { TestWiring } from '../../testing/test-wiring.js';

const command = { type: 'command', command: '${SVC_PLUGIN_DIR}/run.sh' };
const onStop = { hooks: { Stop: [{ hooks: [command] }] } };
const settings = '.claude/settings.json';
const claude = { agents: ['claude-code'] } as const;
const withHooks = { ...claude, hooks: { 'acme/a': onStop } };

let wiring: TestWiring;
beforeEach(async () => {
  wiring = await TestWiring.create();
  // the tool server that everybody gets is there already
  await wiring.write(
    '.mcp.json',
    '{"mcpServers": {"svc": {"type": "stdio", "command": "svc", "args": ["mcp", "start"]}}}',
  );
});
afterEach(() => wiring.drop());

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await wiring.read(file);
  expect(text).toContain(from);
  await wiring.write(file, text.replace(from, to));
}

/** The hooks of an event as the agent reads them. */
async function hooksAt(event: string): Promise<unknown> {
  return (parse(await wiring.read(settings)) as { hooks?: Record<string, unknown> }).hooks?.[event];
}

describe('hook files that people wrote', () => {
  const everything = {
    hooks: Object.fromEntries(hookEvents.map((event) => [event, [{ hooks: [command] }]])),
    nativeHooks: Object.fromEntries(
      agentIds.map((id) => [
        id,
        {
          hooks: {
            PreToolUse: [{ matcher: 'Bash', hooks: [command, { ...command, timeout: 5 }] }],
            Own: [command],
          },
        },
      ]),
    ),
  };
  const own = `{
  // what I want
  "version": 1,
  "hooks": {
    "Stop": [ { "hooks": [ { "type": "command", "command": "mine" } /* last */ ] }, ],
    "stop": [{ "command": "mine" }], // flat
\t"preToolUse": []
  },
  "svc": { "PostToolUse": [] },
}
`;

  it.each(agentIds.filter((id) => builtInAgents[id].project.hooks !== null))(
    'get their bytes back when all is uninstalled: %s',
    async (id) => {
      const file = builtInAgents[id].project.hooks?.file ?? '';
      await wiring.write(file, own);
      const before = await wiring.state();
      await wiring.run({ agents: [id], hooks: { 'acme/a': everything } });
      const installed = await wiring.read(file);
      expect(installed).toContain(`--agent=${id} --event=PostToolUse`);
      expect(installed).toContain('.svc/plugins/acme/a/run.sh');
      expect(installed).toContain('// what I want');
      await wiring.run({ agents: [id], hooks: { 'acme/a': everything } });
      expect(await wiring.read(file)).toBe(installed);
      await wiring.run({ agents: [] });
      expect(await wiring.state()).toEqual(before);
      expect(wiring.lock).not.toContain(file);
    },
  );

  it('get their bytes back in the home folder, and keep all other settings of the user until then', async () => {
    await wiring.drop();
    wiring = await TestWiring.create('user');
    const files = agentIds.flatMap((id) => builtInAgents[id].user.hooks?.file ?? []);
    for (const file of new Set(files)) await wiring.write(file, own);
    const before = await wiring.state();
    await wiring.run({ agents: [...agentIds], hooks: { 'acme/a': everything } });
    for (const file of new Set(files)) {
      expect(await wiring.read(file)).toMatch(/hook run --agent=\S+ --event=Stop --global/);
      expect(await wiring.read(file)).toContain(`${wiring.scope.root}/.svc/plugins/acme/a/run.sh`);
      expect(parse(await wiring.read(file))).toMatchObject({
        version: 1,
        svc: { PostToolUse: expect.any(Array) as unknown },
      });
    }
    await wiring.run({ agents: [] });
    expect(await wiring.state()).toEqual(before);
  });

  it('get their bytes back for all agents at once, and what was not there is not there again', async () => {
    const agents = [...agentIds];
    const before = await wiring.state();
    await wiring.run({ agents, hooks: { 'acme/a': everything } });
    expect(Object.keys(await wiring.state()).filter((file) => file.includes('hooks'))).toHaveLength(
      5,
    );
    await wiring.run({ agents: [] });
    expect(await wiring.state()).toEqual(before);
  });

  const withoutHooks = Object.entries(jsonCorpus).filter(([name]) =>
    /^(?:empty|no keys|other keys|.*comments?\b.*only)/.test(name),
  );
  const texts = [...withoutHooks, ...Object.entries(jsonListCorpus)];
  it.each(texts)('get their bytes back in every style: %s', async (_name, text) => {
    await wiring.write(settings, text);
    await wiring.run({ ...claude, hooks: { 'acme/a': everything } });
    const installed = await wiring.read(settings);
    await wiring.run({ ...claude, hooks: { 'acme/a': everything } });
    expect(await wiring.read(settings)).toBe(installed);
    await wiring.run(claude);
    expect(await wiring.read(settings)).toBe(text);
  });

  it('are refused with their line when they are not sound, and nothing is changed', async () => {
    await wiring.write(settings, '{\n  "hooks": {\n    "Stop": [,]\n  }\n}\n');
    const before = await wiring.state();
    await expect(
      wiring.run({ agents: ['codex', 'claude-code'], hooks: withHooks.hooks }),
    ).rejects.toMatchObject({
      code: 'project_file_invalid',
      issues: [expect.objectContaining({ file: settings, line: 3 })],
    });
    expect(await wiring.state()).toEqual(before);
    await wiring.write(settings, '{\n  "hooks": {\n    "Stop": "mine"\n  }\n}\n');
    await expect(wiring.run(withHooks)).rejects.toMatchObject({
      issues: [
        { file: settings, line: 3, column: 13, field: 'hooks.Stop', message: 'must be an array' },
      ],
    });
  });

  it('are not written through a link that leads out of the project', async () => {
    await mkdir(wiring.path('.claude'));
    await writeFile(join(wiring.base, 'settings.json'), '{}');
    await symlink(join(wiring.base, 'settings.json'), wiring.path(settings));
    await expect(wiring.run(withHooks)).rejects.toMatchObject({ code: 'unsafe_path' });
    expect(await readFile(join(wiring.base, 'settings.json'), 'utf8')).toBe('{}');
  });
});

describe('hooks that a person added', () => {
  it('are never touched, nor are other keys of the file', async () => {
    const text =
      '{"model": "x", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}], "Other": [1]}, "inputs": []}';
    await wiring.write(settings, text);
    await wiring.run(withHooks);
    expect(await hooksAt('Stop')).toHaveLength(2);
    await wiring.run(claude);
    expect(await wiring.read(settings)).toBe(text);
  });

  it('stay when they stand in a group of ours, in their place', async () => {
    await wiring.run(withHooks);
    await edit(
      settings,
      '"timeout": 600\n          }',
      '"timeout": 600\n          },\n          { "type": "command", "command": "mine" } // kept',
    );
    await wiring.run(withHooks);
    await wiring.run(claude);
    expect(await hooksAt('Stop')).toEqual([{ hooks: [{ type: 'command', command: 'mine' }] }]);
    expect(await wiring.read(settings)).toContain('// kept');
  });

  it('stay in a file that we made', async () => {
    await wiring.run({ agents: ['cursor'], hooks: { 'acme/a': onStop } });
    await edit(
      '.cursor/hooks.json',
      '"stop": [',
      '"sessionStart": [{ "command": "mine" }],\n    "stop": [',
    );
    await wiring.run({ agents: [] });
    expect(parse(await wiring.read('.cursor/hooks.json'))).toEqual({
      version: 1,
      hooks: { sessionStart: [{ command: 'mine' }] },
    });
  });

  it('stay when they are the same as a hook that a plugin brings, and are not doubled', async () => {
    const mine = { matcher: 'Edit', hooks: [{ type: 'command', command: 'npm run lint' }] };
    const text = JSON.stringify({ hooks: { PostToolUse: [mine] } });
    await wiring.write(settings, text);
    await wiring.run({
      ...claude,
      hooks: { 'acme/a': { nativeHooks: { 'claude-code': { PostToolUse: [mine] } } } },
    });
    expect(await wiring.read(settings)).toBe(text);
    await wiring.run(claude);
    expect(await wiring.read(settings)).toBe(text);
  });
});

describe('hooks of ours that a person changed', () => {
  const handMade = [
    expect.stringContaining(`Hooks for Stop in ${settings} were written or changed by hand`),
  ];

  it.each([
    ['the time limit', '"timeout": 600', '"timeout": 5'],
    ['the program', 'svc hook run', 'npx svc hook run'],
    ['a matcher', '"hooks": [\n          {', '"matcher": "x", "hooks": [\n          {'],
  ])('are kept with a warning, and not written a second time: %s', async (_name, from, to) => {
    await wiring.run(withHooks);
    await edit(settings, from, to);
    const edited = await wiring.read(settings);
    expect(await wiring.run(withHooks)).toEqual(handMade);
    expect(await wiring.read(settings)).toBe(edited);
    expect(await wiring.run(withHooks)).toEqual(handMade);
    await wiring.run(claude);
    expect(await wiring.read(settings)).toBe(edited);
  });

  it('are kept with a warning when the plugin goes in the same command', async () => {
    await wiring.run(withHooks);
    await edit(settings, '"timeout": 600', '"timeout": 5');
    const edited = await wiring.read(settings);
    expect(await wiring.run(claude)).toEqual(handMade);
    expect(await wiring.read(settings)).toBe(edited);
  });

  it('come back when they were deleted', async () => {
    await wiring.run(withHooks);
    const before = await wiring.state();
    await rm(wiring.path(settings));
    expect(await wiring.run(withHooks)).toEqual([]);
    expect(await wiring.state()).toEqual(before);
  });

  it('are kept also where they are in the form of the agent', async () => {
    const hooks = {
      'acme/a': {
        nativeHooks: {
          'claude-code': { Stop: [{ hooks: [command, { type: 'command', command: 'date' }] }] },
        },
      },
    };
    await wiring.run({ ...claude, hooks });
    await edit(settings, '/run.sh"', '/run.sh --fast"');
    const edited = await wiring.read(settings);
    expect(await wiring.run({ ...claude, hooks })).toEqual(handMade);
    expect(await wiring.read(settings)).toBe(edited);
    await wiring.run(claude);
    expect(await hooksAt('Stop')).toEqual([
      { hooks: [{ type: 'command', command: '.svc/plugins/acme/a/run.sh --fast' }] },
    ]);
  });
});

describe('what is not wanted any more', () => {
  it.each<[string, readonly AgentId[]]>([
    ['an agent', ['codex']],
    ['all agents', []],
  ])('goes with %s', async (_name, agents) => {
    await wiring.run({ agents: ['claude-code', 'codex'], hooks: withHooks.hooks });
    await wiring.run({ agents, hooks: withHooks.hooks });
    expect(Object.keys(await wiring.state()).filter((file) => file.includes('claude'))).toEqual([]);
    expect(Object.keys(await wiring.state()).includes('.codex/hooks.json')).toBe(agents.length > 0);
  });

  it('goes with the last plugin that has hooks for the event', async () => {
    const both = { hooks: { Stop: onStop.hooks.Stop, SessionStart: onStop.hooks.Stop } };
    await wiring.run({ ...claude, hooks: { 'acme/a': both, 'acme/b': onStop } });
    await wiring.run({ ...claude, hooks: { 'acme/b': onStop } });
    expect(await hooksAt('SessionStart')).toBeUndefined();
    expect(await hooksAt('Stop')).toHaveLength(1);
    await wiring.run(claude);
    expect(Object.keys(await wiring.state())).toEqual(['.mcp.json']);
  });

  it('is remembered while no module knows the agent', async () => {
    await wiring.run(withHooks);
    const before = await wiring.state();
    await wiring.run({ agents: [], known: ['codex'] });
    expect(await wiring.state()).toEqual(before);
    await wiring.run({ agents: [] });
    expect(Object.keys(await wiring.state())).toEqual(['.mcp.json']);
  });
});
