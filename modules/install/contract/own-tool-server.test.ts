import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { plainCall, programOfCall, sharedCall, type ServerCall } from './own-tool-server.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-own-server-'));
  // a PATH on which certainly no svc is
  for (const tool of ['sh', 'sed']) await symlink(`/usr/bin/${tool}`, join(folder, tool));
});
afterEach(() => rm(folder, { recursive: true }));

const HOW = /svc is not installed on this machine.*npm install --global/;

const fakeProgram = async (path: string): Promise<string> => {
  await writeFile(path, '#!/bin/sh\necho "started with: $@"\n');
  await chmod(path, 0o755);
  return path;
};
const outcome = async ({ command, args }: ServerCall, input = '') => {
  const child = spawn(command, args, { env: { PATH: folder } });
  child.stdin.on('error', () => undefined).end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
};

describe('the entry of svc in a shared file', () => {
  it('starts the program where it is', async () => {
    await fakeProgram(join(folder, 'svc'));
    expect(await outcome(sharedCall(['svc']))).toEqual({
      stdout: 'started with: mcp start\n',
      stderr: '',
    });
    const elsewhere = await fakeProgram(join(folder, "it's here.sh"));
    expect((await outcome(sharedCall([elsewhere]))).stdout).toBe('started with: mcp start\n');
    const byShell = await outcome(sharedCall(['/bin/sh', elsewhere]));
    expect(byShell.stdout).toBe('started with: mcp start\n');
  });

  it.each([[['svc']], [['/nowhere/svc.cjs']], [['/usr/bin/node', '/nowhere/svc.cjs']]])(
    'is a server that says how to get svc where %j is missing',
    async (program) => {
      const { command, args } = sharedCall(program);
      const transport = new StdioClientTransport({
        command,
        args: [...args],
        env: { PATH: folder },
        stderr: 'pipe',
      });
      const said = text(transport.stderr as Readable);
      const client = new Client({ name: 'an "id": 5, agent', version: '1' });
      await client.connect(transport);
      expect((await client.listTools()).tools).toEqual([
        expect.objectContaining({
          name: 'how_to_get_svc',
          description: expect.stringMatching(HOW),
        }),
      ]);
      expect(await client.callTool({ name: 'how_to_get_svc', arguments: {} })).toMatchObject({
        content: [{ type: 'text', text: expect.stringMatching(HOW) }],
      });
      await expect(client.request({ method: 'resources/list' }, ResultSchema)).rejects.toThrow(HOW);
      await client.close();
      expect(await said).toMatch(HOW);
    },
  );

  it('answers requests whatever the order and spacing of their members, and no notifications', async () => {
    const { stdout } = await outcome(
      sharedCall(['svc']),
      [
        '{"method" : "initialize", "params": {"clientInfo": {"name": "x"}}, "jsonrpc": "2.0", "id" : "a-1"}',
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        '{"id":7,"jsonrpc":"2.0","method":"tools/list"}',
        '',
      ].join('\n'),
    );
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      {
        jsonrpc: '2.0',
        id: 'a-1',
        result: expect.objectContaining({ protocolVersion: '2024-11-05' }),
      },
      { jsonrpc: '2.0', id: 7, result: { tools: [expect.anything()] } },
    ]);
  });

  it('has no variable that an agent would replace', () => {
    const words = sharedCall(['svc']).args.join(' ').replaceAll('"$@"', '');
    expect(words).not.toContain('$');
  });
});

it.each([[['svc']], [['/opt/node', '/opt/svc.cjs']]])(
  '%j is read back from its entries',
  (program) => {
    expect(programOfCall(plainCall(program))).toEqual(program);
    expect(programOfCall(sharedCall(program))).toEqual(program);
  },
);
