/** The protocol as the SDK's own client speaks it, over real stdio. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, SVC, type Program } from '../program.js';
import { installTestModules } from '../test-modules.js';
import { openTools, type ToolClient } from './tool-client.js';

interface RecordedTool {
  readonly tool: string;
  readonly parameters: readonly string[];
  readonly planned: boolean;
}

/** Asks for a version that may be another one than the SDK's latest, and hears which one is agreed on. */
class VersionedTransport extends StdioClientTransport {
  agreed: string | undefined;
  wanted: string | undefined;

  override send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message) || message.method !== 'initialize') return super.send(message);
    return super.send({ ...message, params: { ...message.params, protocolVersion: this.wanted } });
  }

  setProtocolVersion(version: string): void {
    this.agreed = version;
  }
}

describe('the protocol', () => {
  let program: Program;
  let tools: ToolClient | undefined;

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:4' });
    await installTestModules(join(program.home, '.svc'), ['odd-tools']);
  });
  afterEach(() => tools?.close());
  afterAll(() => program.close());

  const open = async (): Promise<ToolClient> =>
    (tools = await openTools(program, { cwd: program.cwd }));

  it.each([
    ...SUPPORTED_PROTOCOL_VERSIONS.map((version) => [version, version]),
    ['2099-12-31', LATEST_PROTOCOL_VERSION],
    ['1.0', LATEST_PROTOCOL_VERSION],
    ['', LATEST_PROTOCOL_VERSION],
  ])('in version %j is spoken as %s', async (wanted, agreed) => {
    const entries = Object.entries(program.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const transport = new VersionedTransport({
      command: process.execPath,
      args: [SVC, 'mcp', 'start'],
      cwd: program.cwd,
      stderr: 'ignore',
      env: Object.fromEntries(entries),
    });
    transport.wanted = wanted;
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    try {
      expect(transport.agreed).toBe(agreed);
      expect(await client.ping()).toEqual({});
      expect((await client.listTools()).tools.length).toBeGreaterThan(0);
      const status = await client.callTool({ name: 'status' });
      expect(status.structuredContent).toMatchObject({ authentication: { authenticated: false } });
    } finally {
      await client.close();
    }
  });

  it('lists the tools that are on record, with their parameters', async () => {
    const recorded = JSON.parse(await readFile('docs/reference/surface.json', 'utf8')) as {
      tools: RecordedTool[];
    };
    const { client } = await open();
    const listed = (await client.listTools()).tools.filter(({ name }) => !name.startsWith('odd_'));
    const found = listed.map(({ name, inputSchema }) => [
      name,
      Object.keys(inputSchema.properties ?? {}).sort(),
    ]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(recorded.tools.map(({ tool, parameters }) => [tool, parameters])),
    );
  });

  it('refuses a tool that is not there', async () => {
    const { call } = await open();
    await expect(call('no_such_tool')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('no_such_tool'),
    });
  });

  it('tells of progress, and of the end of a call that its client cancels', async () => {
    const { call, client, stderr } = await open();
    const cancel = new AbortController();
    const steps: (string | undefined)[] = [];
    const waiting = call(
      'odd_wait',
      {},
      {
        signal: cancel.signal,
        onprogress: ({ message }) => {
          steps.push(message);
          cancel.abort('enough');
        },
      },
    );
    await expect(waiting).rejects.toThrow('enough');
    expect(steps).toEqual(['waiting']);
    expect(await client.ping()).toEqual({});
    await client.close();
    expect(stderr()).toBe('told to stop\nput back\nmodule stopped\n');
  });

  it('serves many calls at once, each with its own answer', async () => {
    const { call } = await open();
    const texts = Array.from({ length: 50 }, (_, index) => `${index} `.repeat(1 + index * 100));
    const answers = await Promise.all(texts.map((text) => call('odd_echo', { text })));
    expect(answers.map(({ structuredContent }) => structuredContent)).toEqual(
      texts.map((did) => ({ did })),
    );
  });
});
