import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse as parseToml } from 'smol-toml';
import type { PluginToolServer } from '../../../registry/contract/plugin-format.js';
import { sharedCall } from '../../contract/own-tool-server.js';
import { TestWiring } from '../testing/test-wiring.js';

const plain: PluginToolServer = { type: 'stdio', command: 'x', args: [], env: {} };
const own = { type: 'stdio', ...sharedCall(['svc']) };

let wiring: TestWiring;
beforeEach(async () => {
  wiring = await TestWiring.create();
});
afterEach(() => wiring.drop());

describe('names of tool servers', () => {
  const names = async (): Promise<readonly string[]> =>
    Object.keys((await wiring.json('.mcp.json'))['mcpServers']!);

  it('get their plugin in front where two plugins have the same, whichever came first', async () => {
    await wiring.run({ agents: ['claude-code'], plugins: { 'acme/one': { db: plain } } });
    expect(await names()).toEqual(['svc', 'db']);
    await wiring.run({
      agents: ['claude-code'],
      plugins: { 'acme/one': { db: plain }, 'acme/two': { db: plain } },
    });
    expect(await names()).toEqual(['svc', 'one-db', 'two-db']);
    await wiring.run({ agents: ['claude-code'], plugins: { 'acme/two': { db: plain } } });
    expect(await names()).toEqual(['svc', 'db']);
  });

  it('get the workspace too where even that clashes', async () => {
    const clash = {
      'acme/one': { db: plain },
      'other/one': { db: plain },
      'acme/x': { 'one-db': plain },
    };
    await wiring.run({ agents: ['claude-code'], plugins: clash });
    expect([...(await names())].sort()).toEqual(['acme_one_db', 'other_one_db', 'svc', 'x-one-db']);
  });

  it('never take the name of our own', async () => {
    await wiring.run({ agents: ['claude-code'], plugins: { 'acme/one': { svc: plain } } });
    expect((await wiring.json('.mcp.json'))['mcpServers']).toEqual({
      svc: own,
      'one-svc': { type: 'stdio', command: 'x', args: [] },
    });
  });

  it('hold only what models accept in the names of tools', async () => {
    await wiring.run({
      agents: ['claude-code', 'codex'],
      plugins: { 'acme/one': { 'a b."c': plain, constructor: plain } },
    });
    expect(await names()).toEqual(['svc', 'a-b--c', 'constructor']);
    expect(await wiring.read('.codex/config.toml')).toContain('[mcp_servers.a-b--c]');
  });
});

describe('texts of plugins', () => {
  const started = (command: string, args: string[] = [], env: Record<string, string> = {}) => ({
    'acme/tools': { local: { type: 'stdio', command, args, env } as const },
  });

  it('name the folder of their plugin relative to the project, so that other machines can use the file', async () => {
    const servers = started('${SVC_PLUGIN_DIR}/run', ['--config=${SVC_PLUGIN_DIR}/c.json'], {
      HERE: '${SVC_PLUGIN_DIR}',
    });
    await wiring.run({ agents: ['claude-code', 'cursor'], plugins: servers });
    expect((await wiring.json('.mcp.json'))['mcpServers']!['local']).toEqual({
      type: 'stdio',
      command: '.svc/plugins/acme/tools/run',
      args: ['--config=.svc/plugins/acme/tools/c.json'],
      env: { HERE: '.svc/plugins/acme/tools' },
    });
    expect((await wiring.json('.cursor/mcp.json'))['mcpServers']!['local']).toMatchObject({
      command: '${workspaceFolder}/.svc/plugins/acme/tools/run',
    });
  });

  it('name it absolutely in user scope', async () => {
    wiring.scope = { ...wiring.scope, kind: 'user' };
    await wiring.run({ agents: ['codex'], plugins: started('${SVC_PLUGIN_DIR}/run') });
    expect(parseToml(await wiring.read('.codex/config.toml'))).toMatchObject({
      mcp_servers: { local: { command: join(wiring.scope.root, '.svc/plugins/acme/tools/run') } },
    });
  });

  it.each([
    '${SVC_PLUGIN_DIR}/../other/run',
    '${SVC_PLUGIN_DIR}/a/../../../x',
    '${SVC_PLUGIN_DIR}\\..\\x',
    '${SVC_PLUGIN_DIR}-evil/run',
    '${SVC_PLUGIN_DIR}..',
    '--path=${SVC_PLUGIN_DIR}/a:${SVC_PLUGIN_DIR}/..',
    '${SVC_PLUGIN_DIR}/a b/../../..',
  ])('that lead out of the folder of their plugin are refused: %s', async (text) => {
    for (const servers of [started(text), started('x', [text]), started('x', [], { K: text })]) {
      await expect(wiring.run({ agents: ['claude-code'], plugins: servers })).rejects.toMatchObject(
        {
          code: 'unsafe_path',
          message: expect.stringContaining('acme/tools'),
        },
      );
    }
    expect(Object.keys(await wiring.state())).toEqual([]);
  });

  it.each([
    '${SVC_PLUGIN_DIR}/a..b',
    '${SVC_PLUGIN_DIR}/...',
    '${SVC_PLUGIN_DIR}',
    '"${SVC_PLUGIN_DIR}"',
    '..',
    '${SVC_PLUGIN_DIR}:x',
  ])('that stay there are taken: %s', async (text) => {
    await wiring.run({ agents: ['claude-code'], plugins: started(text) });
    expect(await wiring.json('.mcp.json')).toHaveProperty(
      'mcpServers.local.command',
      text.replace('${SVC_PLUGIN_DIR}', '.svc/plugins/acme/tools'),
    );
  });

  it('refer to variables of the environment in the form of each agent', async () => {
    const servers = {
      'acme/tools': {
        local: {
          type: 'stdio',
          command: 'x',
          args: ['${HOME}/y'],
          env: { TOKEN: '${TOKEN}', OTHER: 'a ${B}' },
        },
        remote: {
          type: 'http',
          url: 'https://h',
          headers: { Authorization: 'Bearer ${TOKEN}', 'X-Key': '${KEY}', 'X-A': 'b' },
        },
      },
    } as const;
    await wiring.run({
      agents: ['claude-code', 'cursor', 'copilot-vscode', 'codex'],
      plugins: servers,
    });
    expect((await wiring.json('.mcp.json'))['mcpServers']).toMatchObject({
      local: { args: ['${HOME}/y'], env: { TOKEN: '${TOKEN}', OTHER: 'a ${B}' } },
      remote: { headers: { Authorization: 'Bearer ${TOKEN}', 'X-Key': '${KEY}', 'X-A': 'b' } },
    });
    for (const [file, key] of [
      ['.cursor/mcp.json', 'mcpServers'] as const,
      ['.vscode/mcp.json', 'servers'] as const,
    ])
      expect((await wiring.json(file))[key]).toMatchObject({
        local: { args: ['${env:HOME}/y'], env: { TOKEN: '${env:TOKEN}', OTHER: 'a ${env:B}' } },
        remote: {
          headers: { Authorization: 'Bearer ${env:TOKEN}', 'X-Key': '${env:KEY}', 'X-A': 'b' },
        },
      });
    expect(parseToml(await wiring.read('.codex/config.toml'))['mcp_servers']).toMatchObject({
      local: { env: { OTHER: 'a ${B}' }, env_vars: ['TOKEN'] },
      remote: {
        http_headers: { 'X-A': 'b' },
        env_http_headers: { 'X-Key': 'KEY' },
        bearer_token_env_var: 'TOKEN',
      },
    });
  });
});
