import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openOddServer, type OddServer } from '../faults/harness/odd-server.js';
import { call, RawClient } from '../faults/harness/raw-client.js';
import { openProgram, type Program } from './program.js';

const SVC_TOKEN = 'svc_key_canary';
let program: Program;
let server: OddServer;
/** Leads to this machine, and looks like another one. */
let address: string;

beforeAll(async () => {
  program = await openProgram();
  server = await openOddServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"data":[],"links":{"next":null,"prev":null}}');
  });
  address = server.origin.replace('127.0.0.1', '0.0.0.0');
});

afterAll(async () => {
  await server.close();
  await program.close();
});

const warnings = (text: string): number =>
  text.split('is not encrypted: others on the network can read your token').length - 1;

it('a command says once that its token can be read on the way', async () => {
  const { code, stderr } = await program.run(['search', 'x'], {
    env: { SVC_URL: address, SVC_TOKEN },
  });
  expect({ code, warnings: warnings(stderr) }).toEqual({ code: 0, warnings: 1 });
  expect(stderr).not.toContain(SVC_TOKEN);
  expect(server.asked.at(-1)?.headers.authorization).toBe(`Bearer ${SVC_TOKEN}`);
});

it.each([
  ['without a token', () => ({ SVC_URL: address })],
  ['to this machine', () => ({ SVC_URL: server.origin, SVC_TOKEN })],
])('a command %s says nothing', async (_what, env) => {
  const { code, stderr } = await program.run(['search', 'x'], { env: env() });
  expect({ code, warnings: warnings(stderr) }).toEqual({ code: 0, warnings: 0 });
});

it('the tool server says it with its first answer', async () => {
  const client = await RawClient.greeted(program, { env: { SVC_URL: address, SVC_TOKEN } });
  const counts: number[] = [];
  for (const id of [1, 2]) {
    client.send(call(id, 'search', { query: 'x' }));
    const { structuredContent } = (await client.answer(id))['result'] as {
      structuredContent: unknown;
    };
    counts.push(warnings(JSON.stringify(structuredContent)));
  }
  expect(counts).toEqual([1, 0]);
  await client.close();
});
