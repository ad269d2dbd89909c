import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse as parseToml } from 'smol-toml';
import { openProgram, type Program } from './program.js';

interface Entry {
  readonly command: string;
  readonly args: string[];
}

const SERVER = `
import { createInterface } from 'node:readline';
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const serverInfo = { name: 'of the plugin', version: '1.0.0' };
  if (method === 'initialize') answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo });
  if (method === 'tools/list') answer(id, { tools: [{ name: 'ping', inputSchema: { type: 'object' } }] });
}
`;

const CODEX = '# mine\r\nmodel = "x" # the small one\r\n\r\n[mcp_servers.mine]\r\ncommand = "mine"';
const CLAUDE = '\uFEFF{\n\t// mine\n\t"mcpServers": { "mine": { "command": "mine", } },\n}\n';

describe("tool servers in agents' files", () => {
  let program: Program;
  let repo: string;

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
    repo = join(program.cwd, 'repo');
    const declared = {
      type: 'stdio',
      command: process.execPath,
      args: ['${SVC_PLUGIN_DIR}/server.mjs'],
    };
    const files = {
      'repo/.git/HEAD': 'ref: refs/heads/main\n',
      'repo/.mcp.json': CLAUDE,
      'repo/.codex/config.toml': CODEX,
      'plugin/.svc-plugin/plugin.json': JSON.stringify({
        name: 'acme/tools',
        version: '1.0.0',
        description: 'Brings a server',
      }),
      'plugin/.mcp.json': JSON.stringify({ mcpServers: { ping: declared } }),
      'plugin/server.mjs': SERVER,
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(program.cwd, dirname(path)), { recursive: true });
      await writeFile(join(program.cwd, path), text);
    }
  });

  afterAll(() => program.close());

  const svc = async (...args: string[]): Promise<void> => {
    expect(await program.run(args, { cwd: repo })).toMatchObject({ code: 0 });
  };
  const claude = async (): Promise<Record<string, Entry>> => {
    const text = (await readFile(join(repo, '.mcp.json'), 'utf8')).replace(
      /^\uFEFF|\/\/.*$|,(?=\s*\})/gm,
      '',
    );
    return (JSON.parse(text) as { mcpServers: Record<string, Entry> }).mcpServers;
  };
  const codex = async (): Promise<Record<string, Entry>> =>
    parseToml(await readFile(join(repo, '.codex/config.toml'), 'utf8'))[
      'mcp_servers'
    ] as unknown as Record<string, Entry>;

  /** Starts a server as an agent does that was opened in the project. */
  async function toolsOf({ command, args }: Entry): Promise<readonly string[]> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = Object.fromEntries(
      Object.entries(program.env).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    await client.connect(new StdioClientTransport({ command, args, env, cwd: repo }));
    try {
      return (await client.listTools()).tools.map(({ name }) => name);
    } finally {
      await client.close();
    }
  }

  it('start, and offer their tools, in JSON and in TOML', async () => {
    await svc('init', '--agent', 'claude-code', '--agent', 'codex');
    await svc('install', 'file:../plugin');
    for (const read of [claude, codex]) {
      const entries = await read();
      expect(Object.keys(entries)).toEqual(['mine', 'svc', 'ping']);
      expect(await toolsOf(entries['svc']!)).toContain('install');
      expect(await toolsOf(entries['ping']!)).toEqual(['ping']);
    }
  });

  it('leave no trace in the files of a project that no agent is chosen for any more', async () => {
    await svc('uninstall', 'acme/tools');
    const manifest = JSON.parse(await readFile(join(repo, 'svc.json'), 'utf8')) as object;
    await writeFile(join(repo, 'svc.json'), JSON.stringify({ ...manifest, agents: [] }));
    await svc('install');
    expect(await readFile(join(repo, '.mcp.json'), 'utf8')).toBe(CLAUDE);
    expect(await readFile(join(repo, '.codex/config.toml'), 'utf8')).toBe(CODEX);
  });
});
