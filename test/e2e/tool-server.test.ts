import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, SVC, type Program } from './program.js';

describe('the tool server', () => {
  let program: Program;

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
  });

  afterAll(() => program.close());

  it('lists tools with the schemas of their parameters, and tells failures as answers', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = Object.fromEntries(
      Object.entries(program.env).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [SVC, 'mcp', 'start'],
        env,
        cwd: program.cwd,
      }),
    );
    try {
      expect(client.getServerVersion()).toMatchObject({ name: 'Registry Tool Server' });
      const { tools } = await client.listTools();
      expect(tools.find(({ name }) => name === 'search')?.inputSchema).toMatchObject({
        type: 'object',
        required: ['query'],
      });
      expect(tools.find(({ name }) => name === 'outdated')?.annotations).toMatchObject({
        readOnlyHint: true,
      });

      const failed = await client.callTool({ name: 'search', arguments: { query: 'anything' } });
      expect(failed).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'server_unreachable' } },
      });
      const wrong = await client.callTool({ name: 'search', arguments: { qeury: 'anything' } });
      expect(wrong).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'invalid_input', issues: [{ field: 'qeury' }] } },
      });
      // the protocol's own error: there is nothing that was called
      await expect(client.callTool({ name: 'no_such_tool' })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('no_such_tool') as unknown,
      });
    } finally {
      await client.close();
    }
  });

  it('writes nothing but the protocol to stdout and ends when stdin does', async () => {
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`;
    const { code, stdout } = await program.run(['mcp', 'start'], { input });
    expect(code).toBe(0);
    for (const line of stdout.trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });
});
