import { chmod, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse as parseToml } from 'smol-toml';
import type { PluginToolServer } from '../../../registry/contract/plugin-format.js';
import { jsonCorpus } from '../testing/json-corpus.js';
import { tomlCorpus } from '../testing/toml-corpus.js';
import { plainCall, sharedCall } from '../../contract/own-tool-server.js';
import { TestWiring } from '../testing/test-wiring.js';

const program: PluginToolServer = {
  type: 'stdio',
  command: 'npx',
  args: ['-y', 'srv'],
  env: { K: 'V' },
};
const address: PluginToolServer = { type: 'http', url: 'https://h/mcp', headers: { 'X-A': 'b' } };
const own = sharedCall(['svc']);
const codexOwn = { ...own, env_vars: ['SVC_URL', 'SVC_TOKEN'] };
const plugins = { 'acme/tools': { local: program, remote: address } };

let wiring: TestWiring;
beforeEach(async () => {
  wiring = await TestWiring.create();
});
afterEach(() => wiring.drop());

const pair = { command: 'npx', args: ['-y', 'srv'], env: { K: 'V' } };
const typed = { own: { type: 'stdio', ...own }, local: { type: 'stdio', ...pair } };

const manyFiles = [
  ...Object.entries(jsonCorpus).map(([name, text]) => ({
    agent: 'claude-code' as const,
    name,
    file: '.mcp.json',
    text,
  })),
  ...Object.entries(tomlCorpus).map(([name, text]) => ({
    agent: 'codex' as const,
    name,
    file: '.codex/config.toml',
    text,
  })),
];

describe('files that people wrote', () => {
  it.each(manyFiles)(
    'get their bytes back when everything is uninstalled: $file, $name',
    async ({ agent, file, text }) => {
      await wiring.write(file, text);
      await wiring.run({ agents: [agent], plugins });
      expect(await wiring.read(file)).not.toBe(text);
      await wiring.run({ agents: [agent], plugins: {} });
      await wiring.run({ agents: [], plugins: {} });
      expect(await wiring.read(file)).toBe(text);
    },
  );

  it('are not written when nothing changes', async () => {
    const agents = ['claude-code', 'codex', 'copilot-vscode'] as const;
    await wiring.run({ agents, plugins });
    const before = await Promise.all(
      ['.mcp.json', '.codex/config.toml', '.vscode/mcp.json'].map((file) =>
        stat(wiring.path(file)),
      ),
    );
    await wiring.run({ agents, plugins });
    const after = await Promise.all(
      ['.mcp.json', '.codex/config.toml', '.vscode/mcp.json'].map((file) =>
        stat(wiring.path(file)),
      ),
    );
    expect(after.map(({ ino, mtimeMs }) => [ino, mtimeMs])).toEqual(
      before.map(({ ino, mtimeMs }) => [ino, mtimeMs]),
    );
  });

  it('keep their rights', async () => {
    await wiring.write('.mcp.json', '{}');
    await chmod(wiring.path('.mcp.json'), 0o600);
    await wiring.run({ agents: ['claude-code'], plugins });
    expect((await stat(wiring.path('.mcp.json'))).mode & 0o777).toBe(0o600);
  });

  it('keep inputs and other keys of VS Code', async () => {
    const text =
      '{\n  // secrets\n  "inputs": [{ "id": "k", "password": true }],\n  "servers": {\n    "mine": { "command": "x" },\n  },\n}\n';
    await wiring.write('.vscode/mcp.json', text);
    await wiring.run({ agents: ['copilot-vscode'], plugins });
    const added = await wiring.read('.vscode/mcp.json');
    expect(added).toContain('// secrets\n  "inputs": [{ "id": "k", "password": true }],');
    await wiring.run({ agents: [] });
    expect(await wiring.read('.vscode/mcp.json')).toBe(text);
  });

  it.each([
    { agent: 'claude-code', file: '.mcp.json', text: '{\n  "mcpServers": {,}\n}', line: 2 },
    { agent: 'codex', file: '.codex/config.toml', text: 'model = "x"\n\n[mcp_servers\n', line: 3 },
  ] as const)(
    'that are not sound stop everything, with file and line: $file',
    async ({ agent, file, text, line }) => {
      await wiring.write(file, text);
      const before = await wiring.state();
      await expect(wiring.run({ agents: ['cursor', agent], plugins })).rejects.toMatchObject({
        code: 'project_file_invalid',
        issues: [expect.objectContaining({ file, line })],
      });
      expect(await wiring.state()).toEqual(before);
    },
  );

  it('that are links out of the project are not written through', async () => {
    await writeFile(join(wiring.base, 'outside.json'), '{}');
    await symlink('../outside.json', wiring.path('.mcp.json'));
    await expect(wiring.run({ agents: ['claude-code'] })).rejects.toMatchObject({
      code: 'unsafe_path',
    });
    expect(await readFile(join(wiring.base, 'outside.json'), 'utf8')).toBe('{}');
  });

  it('that are links inside the project stay links', async () => {
    await wiring.write('config/mcp.json', '{}');
    await symlink('config/mcp.json', wiring.path('.mcp.json'));
    await wiring.run({ agents: ['claude-code'] });
    expect(await wiring.json('config/mcp.json')).toHaveProperty('mcpServers.svc');
    await wiring.run({ agents: [] });
    expect(await wiring.read('config/mcp.json')).toBe('{}');
    expect((await wiring.state())['.mcp.json']).toBe('-> config/mcp.json');
  });

  it('that are read-only stop everything', async () => {
    await wiring.write('.mcp.json', '{}');
    await chmod(wiring.path('.mcp.json'), 0o444);
    await expect(wiring.run({ agents: ['cursor', 'claude-code'] })).rejects.toMatchObject({
      code: 'unsafe_path',
      message: expect.stringContaining('.mcp.json: it is read-only'),
    });
    expect(Object.keys(await wiring.state())).toEqual(['.mcp.json']);
  });
});

describe('global settings of an agent', () => {
  it.each([
    {
      agent: 'gemini',
      file: '.gemini/settings.json',
      text: '{\n  "security": { "auth": 1 }, // keep\n  "mcpServers": { "mine": {} },\n}\n',
    },
    {
      agent: 'claude-code',
      file: '.claude.json',
      text: '{"numStartups":7,"projects":{"/x":{"mcpServers":{"local":{"command":"mine"}}}}}',
    },
    {
      agent: 'codex',
      file: '.codex/config.toml',
      text: '[projects."/x"]\ntrust_level = "trusted"\n',
    },
  ] as const)('are neither replaced nor deleted: $file', async ({ agent, file, text }) => {
    wiring.scope = { ...wiring.scope, kind: 'user' };
    await wiring.write(file, text);
    await chmod(wiring.path(file), 0o600);
    expect(await wiring.run({ agents: [agent], plugins })).toEqual([]);
    const added = await wiring.read(file);
    let at = 0;
    for (let index = 0; index < added.length; index += 1) if (added[index] === text[at]) at += 1;
    expect(at).toBe(text.length);
    await wiring.run({ agents: [] });
    expect(await wiring.read(file)).toBe(text);
    expect((await stat(wiring.path(file))).mode & 0o777).toBe(0o600);
  });
});

describe('entries of people', () => {
  it('are never touched, by no command', async () => {
    const text = '{"mcpServers": {"mine": {"command": "x"}, "local": {"command": "hand"}}}';
    await wiring.write('.mcp.json', text);
    const warnings = await wiring.run({ agents: ['claude-code'], plugins });
    expect(warnings).toEqual([
      'The entry "local" of .mcp.json was written or changed by hand; it is left as it is.',
    ]);
    expect((await wiring.json('.mcp.json'))['mcpServers']).toMatchObject({
      mine: { command: 'x' },
      local: { command: 'hand' },
    });
    await wiring.run({ agents: [] });
    expect(await wiring.read('.mcp.json')).toBe(text);
  });

  it.each([
    ['in a shared file', sharedCall(['svc'])],
    ['in a file of the user', plainCall(['svc'])],
  ])('that say the very same as ours %s are not taken for ours', async (_where, call) => {
    const text = JSON.stringify({ mcpServers: { svc: { ...call, type: 'stdio' } } });
    await wiring.write('.mcp.json', text);
    expect(await wiring.run({ agents: ['claude-code'] })).toEqual([]);
    await wiring.run({ agents: [] });
    expect(await wiring.read('.mcp.json')).toBe(text);
  });

  it('that were ours and were changed stay, with a warning, and are not ours any more', async () => {
    await wiring.run({ agents: ['claude-code'], plugins });
    await wiring.write('.mcp.json', (await wiring.read('.mcp.json')).replace('"srv"', '"srv@2"'));
    expect(await wiring.run({ agents: ['claude-code'], plugins })).toEqual([
      expect.stringContaining('"local" of .mcp.json'),
    ]);
    expect(JSON.parse(wiring.lock)).not.toHaveProperty([
      'written',
      'toolServers',
      '.mcp.json',
      'local',
    ]);
    await wiring.run({ agents: ['claude-code'] });
    expect((await wiring.json('.mcp.json'))['mcpServers']).toEqual({
      svc: typed.own,
      local: { ...typed.local, args: ['-y', 'srv@2'] },
    });
  });

  it('that were ours and are changed when their plugin goes stay, with a warning', async () => {
    await wiring.run({ agents: ['codex'], plugins });
    await wiring.write(
      '.codex/config.toml',
      `${await wiring.read('.codex/config.toml')}startup_timeout_sec = 20\n`,
    );
    const warnings = await wiring.run({ agents: ['codex'] });
    expect(warnings).toEqual([expect.stringContaining('"remote" of .codex/config.toml')]);
    expect(
      Object.keys(parseToml(await wiring.read('.codex/config.toml'))['mcp_servers'] as object),
    ).toEqual(['svc', 'remote']);
  });

  it('that were ours and were only written in another order are still ours', async () => {
    await wiring.run({ agents: ['claude-code'] });
    const { args, command } = own;
    await wiring.write(
      '.mcp.json',
      JSON.stringify({ mcpServers: { svc: { args, command, type: 'stdio' } } }),
    );
    expect(await wiring.run({ agents: [] })).toEqual([]);
    expect(Object.keys(await wiring.state())).toEqual([]);
  });

  it('come back when somebody deleted one of ours', async () => {
    await wiring.run({ agents: ['claude-code'], plugins });
    await wiring.write('.mcp.json', '{"mcpServers": {}}');
    await wiring.run({ agents: ['claude-code'], plugins });
    expect(Object.keys((await wiring.json('.mcp.json'))['mcpServers']!)).toEqual([
      'svc',
      'local',
      'remote',
    ]);
  });
});

describe('ownership of entries', () => {
  it('is not lost when fewer agents are chosen: nothing is stranded', async () => {
    await wiring.run({ agents: ['claude-code', 'cursor', 'gemini', 'codex'], plugins });
    await wiring.run({ agents: ['gemini'], plugins });
    expect(Object.keys(await wiring.state()).filter((name) => /mcp|config/.test(name))).toEqual([]);
    expect(Object.keys((await wiring.json('.gemini/settings.json'))['mcpServers']!)).toEqual([
      'svc',
      'local',
      'remote',
    ]);
  });

  it('survives that the project moves to another folder', async () => {
    const withPath: PluginToolServer = {
      type: 'stdio',
      command: '${SVC_PLUGIN_DIR}/run',
      args: [],
      env: {},
    };
    await wiring.run({
      agents: ['claude-code', 'codex'],
      plugins: { 'acme/tools': { local: withPath } },
    });
    expect(wiring.lock).not.toContain(wiring.base);
    await rename(wiring.scope.root, join(wiring.base, 'moved'));
    wiring.scope = { ...wiring.scope, root: join(wiring.base, 'moved') };
    expect(await wiring.run({ agents: ['claude-code', 'codex'] })).toEqual([]);
    expect((await wiring.json('.mcp.json'))['mcpServers']).toEqual({ svc: typed.own });
  });

  it('of files whose agent no module knows now is kept for later', async () => {
    await wiring.run({ agents: ['codex'], plugins });
    const before = [wiring.lock, await wiring.state()];
    await wiring.run({ agents: [], known: ['claude-code'] });
    expect([wiring.lock, await wiring.state()]).toEqual(before);
  });

  it('is refused when the lock does not say it in JSON', async () => {
    wiring.lock = wiring.lock.replace(
      '"toolServers": {}',
      '"toolServers": {".mcp.json": {"svc": "{"}}',
    );
    await expect(wiring.run({ agents: [] })).rejects.toMatchObject({
      code: 'project_file_invalid',
    });
  });

  it('says nothing twice: the same server is written once, whatever the number of commands', async () => {
    for (let round = 0; round < 3; round += 1)
      await wiring.run({ agents: ['claude-code', 'svc-agent', 'codex'], plugins });
    expect((await wiring.read('.mcp.json')).match(/"local"/g)).toHaveLength(1);
    expect((await wiring.read('.codex/config.toml')).match(/mcp_servers\.local/g)).toHaveLength(1);
  });

  it('moves an entry when its plugin says something else', async () => {
    await wiring.run({ agents: ['codex', 'claude-code'], plugins });
    const newer = { 'acme/tools': { local: { ...program, args: ['-y', 'srv@2'] } } };
    expect(await wiring.run({ agents: ['codex', 'claude-code'], plugins: newer })).toEqual([]);
    expect((await wiring.json('.mcp.json'))['mcpServers']).toEqual({
      svc: typed.own,
      local: { ...typed.local, args: ['-y', 'srv@2'] },
    });
    expect(parseToml(await wiring.read('.codex/config.toml'))).toEqual({
      mcp_servers: { svc: codexOwn, local: { ...pair, args: ['-y', 'srv@2'] } },
    });
  });

  describe('of the entry of our own server, which an older version wrote', () => {
    const written = '[mcp_servers.svc]\ncommand = "svc"\nargs = ["mcp", "start"]\n';
    const entryNow = async (): Promise<unknown> =>
      parseToml(await wiring.read('.codex/config.toml'))['mcp_servers'];

    beforeEach(async () => {
      await wiring.run({ agents: ['codex'] });
      const lock = JSON.parse(wiring.lock) as { written: { toolServers: Record<string, unknown> } };
      lock.written.toolServers['.codex/config.toml'] = { svc: JSON.stringify(plainCall(['svc'])) };
      wiring.lock = JSON.stringify(lock);
    });

    it('writes it anew', async () => {
      await wiring.write('.codex/config.toml', written);
      expect(await wiring.run({ agents: ['codex'] })).toEqual([]);
      expect(await entryNow()).toEqual({ svc: codexOwn });
    });

    it('ends, with a warning, where somebody has added something meanwhile', async () => {
      await wiring.write('.codex/config.toml', `${written}startup_timeout_sec = 20\n`);
      expect(await wiring.run({ agents: ['codex'] })).toEqual([
        expect.stringContaining('"svc" of .codex/config.toml'),
      ]);
      expect(await entryNow()).toEqual({
        svc: { ...plainCall(['svc']), startup_timeout_sec: 20 },
      });
    });
  });
});

describe('a file that two agents read', () => {
  it('gets every server once', async () => {
    await wiring.run({ agents: ['copilot', 'claude-code', 'svc-agent'], plugins });
    expect(Object.keys(await wiring.state()).filter((name) => name.includes('mcp'))).toEqual([
      '.mcp.json',
    ]);
  });

  it('is the one that copilot takes as soon as it exists', async () => {
    await wiring.write('.mcp.json', '{"mcpServers": {"mine": {}}}');
    await wiring.run({ agents: ['copilot'], plugins });
    expect(Object.keys((await wiring.json('.mcp.json'))['mcpServers']!)).toEqual([
      'mine',
      'svc',
      'local',
      'remote',
    ]);
    expect(await wiring.state()).not.toHaveProperty(['.github/mcp.json']);
  });

  it('takes over from the one that copilot had alone', async () => {
    await wiring.run({ agents: ['copilot'], plugins });
    expect(await wiring.json('.github/mcp.json')).toHaveProperty('mcpServers.local');
    await wiring.run({ agents: ['copilot', 'claude-code'], plugins });
    expect(await wiring.state()).not.toHaveProperty(['.github/mcp.json']);
    await wiring.run({ agents: ['copilot'], plugins });
    expect(await wiring.json('.mcp.json')).toHaveProperty('mcpServers.local');
  });
});

describe('what is said', () => {
  it('is one warning for all agents that take no tool servers', async () => {
    const warnings = await wiring.run({
      agents: ['agents', 'openhands', 'openclaw', 'claude-code'],
      plugins,
    });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/of acme\/tools are not written for .*OpenHands, OpenClaw:/);
    expect(await wiring.run({ agents: ['agents', 'openhands'] })).toEqual([]);
  });

  it('is once that the program stands there with a path of this machine', async () => {
    const caution = 'works on this machine only';
    const here = { command: '/opt/svc', args: [], caution };
    expect(await wiring.run({ agents: ['claude-code', 'codex'], program: here })).toEqual([
      caution,
    ]);
    expect(await wiring.run({ agents: ['claude-code', 'codex'], program: here })).toEqual([]);
  });

  it('is once which agents find no program of a plugin from a folder below the project', async () => {
    const own = {
      local: program,
      kettle: { ...program, command: 'node', args: ['${SVC_PLUGIN_DIR}/server.js'] },
    };
    const asked = {
      agents: ['claude-code', 'codex', 'cursor', 'gemini'],
      plugins: { 'acme/tea': own },
    } as const;
    expect(await wiring.run(asked)).toEqual([
      `Claude Code, Codex: start in the project's own folder to use "kettle" of acme/tea. From a folder below it, the program is not found; with --global it is.`,
    ]);
    expect(await wiring.run(asked)).toEqual([]);
    expect(
      await wiring.run({ agents: ['claude-code', 'copilot'], plugins: { 'acme/tea': own } }),
    ).toEqual([]);
    expect(
      await wiring.run({
        agents: ['cursor', 'copilot-vscode', 'gemini'],
        plugins: { 'acme/tea': own },
      }),
    ).toEqual([]);
    const home = await TestWiring.create('user');
    expect(await home.run(asked)).toEqual([]);
    await home.drop();
  });
});
