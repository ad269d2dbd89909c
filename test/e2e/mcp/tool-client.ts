/** A client of the built tool server, over real stdio. */
import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Program } from '../program.js';

export interface ToolClientOptions {
  /** Default: the program's own `cwd`. */
  readonly cwd?: string;
  /** What the server is started with besides. */
  readonly args?: readonly string[];
  /** Added to the environment of the program. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly capabilities?: ClientOptions['capabilities'];
  /** Before the client says hello: its answers to what the server asks. */
  readonly prepare?: (client: Client) => void;
}

export interface ToolClient {
  readonly client: Client;
  /** Calls a tool. The SDK checks the answer's data against the tool's schema. */
  readonly call: (
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ) => Promise<CallToolResult>;
  /** The data of what a tool answers. */
  readonly data: (
    name: string,
    args?: Readonly<Record<string, unknown>>,
  ) => Promise<Record<string, unknown>>;
  /** The process of the tool server. */
  readonly pid: number;
  /** What the tool server has said on stderr. */
  readonly stderr: () => string;
  readonly close: () => Promise<void>;
}

export async function openTools(
  program: Program,
  { cwd = program.cwd, args = [], env = {}, capabilities = {}, prepare }: ToolClientOptions = {},
): Promise<ToolClient> {
  const entries = Object.entries({ ...program.env, ...env }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program.svc, 'mcp', 'start', ...args],
    cwd,
    stderr: 'pipe',
    env: Object.fromEntries(entries),
  });
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  prepare?.(client);
  await client.connect(transport);
  // from then on it knows the schemas of what tools answer
  await client.listTools();
  const call: ToolClient['call'] = async (name, args = {}, options) =>
    (await client.callTool({ name, arguments: args }, undefined, options)) as CallToolResult;
  return {
    client,
    call,
    data: async (name, args) => (await call(name, args)).structuredContent ?? {},
    pid: transport.pid!,
    stderr: () => stderr,
    close: () => client.close(),
  };
}

/** Everything that a person would read in an answer. */
export function wordsOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

/** The answer of a tool that failed, for `toMatchObject`. */
export const failed = (error: object) => ({ isError: true, structuredContent: { error } });
