import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse as parseToml } from 'smol-toml';
import type { PluginToolServer } from '../../../registry/contract/plugin-format.js';
import { agentIds, type AgentId } from '../../contract/agent-ids.js';
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
// nobody shares the user's own files
const plain = plainCall(['svc']);
const typedPlain = { type: 'stdio', ...plain };
const plugins = { 'acme/tools': { local: program, remote: address } };

let wiring: TestWiring;
beforeEach(async () => {
  wiring = await TestWiring.create();
});
afterEach(() => wiring.drop());

interface Row {
  readonly file: string;
  readonly key: string;
  readonly own: object;
  readonly local: object;
  readonly remote: object;
}
const pair = { command: 'npx', args: ['-y', 'srv'], env: { K: 'V' } };
const remote = { url: 'https://h/mcp', headers: { 'X-A': 'b' } };
const typed = {
  key: 'mcpServers',
  own: { type: 'stdio', ...own },
  local: { type: 'stdio', ...pair },
  remote: { type: 'http', ...remote },
};
const untyped = { key: 'mcpServers', own, local: pair, remote };
const codex = {
  file: '.codex/config.toml',
  key: 'mcp_servers',
  own: { ...own, env_vars: ['SVC_URL', 'SVC_TOKEN'] },
  local: pair,
  remote: { url: 'https://h/mcp', http_headers: { 'X-A': 'b' } },
};
const geminiEnv = { SVC_URL: '${SVC_URL}', SVC_TOKEN: '${SVC_TOKEN}' };
const geminiRow = {
  file: '.gemini/settings.json',
  ...untyped,
  own: { ...own, env: geminiEnv },
  remote: { type: 'http', ...remote },
};
const tools = { tools: ['*'] };
const copilotUser = {
  file: '.copilot/mcp-config.json',
  key: 'mcpServers',
  own: { type: 'local', ...plain, ...tools },
  local: { type: 'local', ...pair, ...tools },
  remote: { type: 'http', ...remote, ...tools },
};

/** What each agent's own documentation or program has as the form of its entries. */
const projectRows: Readonly<Record<AgentId, Row | null>> = {
  'claude-code': { file: '.mcp.json', ...typed },
  cursor: { file: '.cursor/mcp.json', ...untyped },
  gemini: geminiRow,
  codex,
  openhands: null,
  openclaw: null,
  copilot: { file: '.github/mcp.json', ...typed },
  'copilot-vscode': { file: '.vscode/mcp.json', ...typed, key: 'servers' },
  antigravity: { file: '.agents/mcp_config.json', ...untyped },
  agents: null,
  'svc-agent': { file: '.mcp.json', ...typed },
};
const userRows: Readonly<Record<AgentId, Row | null>> = {
  ...projectRows,
  cursor: { file: '.cursor/mcp.json', ...untyped, own: plain },
  gemini: { ...geminiRow, own: { ...plain, env: geminiEnv } },
  codex: { ...codex, own: { ...plain, env_vars: ['SVC_URL', 'SVC_TOKEN'] } },
  'claude-code': { file: '.claude.json', ...typed, own: typedPlain },
  copilot: copilotUser,
  'copilot-vscode': copilotUser,
  antigravity: {
    file: '.gemini/config/mcp_config.json',
    ...untyped,
    own: plain,
    remote: { type: 'http', serverUrl: 'https://h/mcp', headers: { 'X-A': 'b' } },
  },
  'svc-agent': { file: '.svc/agent/mcp.json', ...typed, own: typedPlain },
};

describe.each([
  ['project', projectRows],
  ['user', userRows],
] as const)('tool servers in %s scope', (kind, rows) => {
  it.each(agentIds)(
    'stand in the file of %s in its own form, and are gone when the agent is',
    async (agent) => {
      wiring.scope = { ...wiring.scope, kind };
      const row = rows[agent];
      const warnings = await wiring.run({ agents: [agent], plugins });
      expect(Object.keys(await wiring.state())).toEqual(row === null ? [] : [row.file]);
      expect(warnings).toEqual(
        row === null ? [expect.stringContaining('no location for tool servers')] : [],
      );
      if (row === null) return;
      const text = await wiring.read(row.file);
      const parsed: unknown = row.file.endsWith('.toml') ? parseToml(text) : JSON.parse(text);
      expect(parsed).toEqual({ [row.key]: { svc: row.own, local: row.local, remote: row.remote } });
      await wiring.run({ agents: [], plugins });
      expect(await wiring.state()).toEqual({});
    },
  );
});
