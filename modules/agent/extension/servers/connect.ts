import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { NamedEntry } from './read-servers.js';

const START_MS = 15_000;
const MAX_TOOLS = 500;

export interface ConnectedServer {
  readonly name: string;
  readonly client: Client;
  readonly tools: readonly Tool[];
}

async function transportOf(entry: NamedEntry, cwd: string): Promise<Transport> {
  if (entry.command !== null) {
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    // besides what the entry names, a server gets only what every program needs, such as PATH
    const { getDefaultEnvironment } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    return new StdioClientTransport({
      command: entry.command,
      args: [...entry.args],
      env: { ...getDefaultEnvironment(), ...Object.fromEntries(entry.env) },
      cwd,
      stderr: 'ignore',
    });
  }
  if (entry.url === null) throw new Error('it has neither a command nor an address');
  const { StreamableHTTPClientTransport } =
    await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  return new StreamableHTTPClientTransport(new URL(entry.url), {
    requestInit: { headers: Object.fromEntries(entry.headers) },
  });
}

async function toolsOf(client: Client): Promise<readonly Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools({ cursor }, { timeout: START_MS });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined && tools.length < MAX_TOOLS);
  return tools.slice(0, MAX_TOOLS);
}

/** Starts a server and reads its tools. */
export async function connect(entry: NamedEntry, cwd: string): Promise<ConnectedServer> {
  const { Client: Type } = await import('@modelcontextprotocol/sdk/client/index.js');
  const client = new Type({ name: 'svc-agent', version: '1' });
  try {
    await client.connect(await transportOf(entry, cwd), { timeout: START_MS });
    return { name: entry.name, client, tools: await toolsOf(client) };
  } catch (error) {
    await client.close().catch(() => undefined);
    throw error;
  }
}
