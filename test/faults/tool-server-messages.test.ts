import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program } from '../e2e/program.js';
import { installTestModules } from '../e2e/test-modules.js';
import { call, hello, RawClient } from './harness/raw-client.js';
import { failed } from '../e2e/mcp/tool-client.js';

const LIMIT = 10 * 1024 * 1024;

const refused = (code: number, message: string, id: string | number | null = null): object => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
const NOT_JSON = refused(-32700, 'Parse error: a line is one JSON document in UTF-8.');
const noMessage = (id: string | number | null = null): object =>
  refused(
    -32600,
    'Invalid request: this is not a JSON-RPC 2.0 message of the Model Context Protocol.',
    id,
  );
const TOO_LONG = `Invalid request: a message has at most ${LIMIT} bytes.`;
const NO_BATCHES = refused(
  -32600,
  'Invalid request: the protocol has batches in its version 2025-03-26 only.',
);
const ping = (id: string | number): object => ({ jsonrpc: '2.0', id, method: 'ping' });
const pong = (id: string | number): object => ({ jsonrpc: '2.0', id, result: {} });

let program: Program;

beforeAll(async () => {
  program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
  await installTestModules(join(program.home, '.svc'), ['odd-tools']);
});
afterAll(() => program.close());

describe('the tool server, sent what is no message', () => {
  let client: RawClient;

  beforeAll(async () => {
    client = await RawClient.greeted(program);
  });
  afterAll(() => client.close());

  it.each([
    ['malformed JSON', '{"jsonrpc":"2.0","id":1,\n', [NOT_JSON]],
    ['no JSON at all', 'hello?\n', [NOT_JSON]],
    ['NUL', '\0\n', [NOT_JSON]],
    ['NUL after a message', `${JSON.stringify(ping(1))}\0\n`, [NOT_JSON]],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22, 0x0a]), [NOT_JSON]],
    ['a number', '7\n', [noMessage()]],
    ['an empty object', '{}\n', [noMessage()]],
    ['another JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}\n', [noMessage(1)]],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', [noMessage()]],
    [
      'parameters by position',
      '{"jsonrpc":"2.0","id":"a","method":"ping","params":[1]}\n',
      [noMessage('a')],
    ],
    ['a batch', `${JSON.stringify([ping(1), ping(2)])}\n`, [NO_BATCHES]],
    ['an empty batch', '[]\n', [refused(-32600, 'Invalid request: a batch is not empty.')]],
    [
      'an unknown method',
      '{"jsonrpc":"2.0","id":1,"method":"no/such"}\n',
      [refused(-32601, 'Method not found', 1)],
    ],
    [
      'a capability that is not offered',
      '{"jsonrpc":"2.0","id":1,"method":"prompts/list"}\n',
      [refused(-32601, 'Method not found', 1)],
    ],
    [
      'wrong parameters',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}\n',
      [
        refused(
          -32602,
          'Invalid params: params.name: Invalid input: expected string, received undefined.',
          1,
        ),
      ],
    ],
    ['an unknown notification', '{"jsonrpc":"2.0","method":"notifications/no/such"}\n', []],
    [
      'a cancelled request that was never sent',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}\n',
      [],
    ],
    [
      'progress of nothing',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9,"progress":1}}\n',
      [],
    ],
    ['an answer to nothing', '{"jsonrpc":"2.0","id":99,"result":{}}\n', []],
    [
      'an answer whose result is not an object',
      '{"jsonrpc":"2.0","id":99,"result":7}\n',
      [noMessage()],
    ],
    ['empty lines', '\n\r\n \n', []],
    ['CRLF', `${JSON.stringify(ping(1))}\r\n`, [pong(1)]],
  ])('answers %s, and goes on', async (_what, sent, answers) => {
    client.send(sent);
    expect(await client.everything()).toEqual(answers);
  });

  it('reads characters that are split', async () => {
    const bytes = Buffer.from(`${JSON.stringify(call(1, 'odd_echo', { text: 'žluťoučký 🐎' }))}\n`);
    for (const byte of bytes) {
      client.send(Buffer.from([byte]));
      await new Promise((next) => setImmediate(next));
    }
    expect(await client.answer(1)).toMatchObject({
      result: { structuredContent: { did: 'žluťoučký 🐎' } },
    });
    client.take();
  });

  it('tells of arguments that no tool takes as the answer of the tool', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    client.send(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"odd_echo","arguments":{"text":${deep}}}}\n`,
    );
    client.send(call(2, 'install', { packageName: 'file:./\0' }));
    for (const id of [1, 2]) {
      const { result } = await client.answer(id);
      expect(result).toMatchObject(failed({ code: 'invalid_input' }));
    }
    client.take();
  });

  it('has a limit for messages, and holds no more of one', async () => {
    const filled = (id: number, length: number): Buffer => {
      const [start, end] = [`{"jsonrpc":"2.0","id":${id},"method":"ping","params":{`, '}}'];
      return Buffer.from(`${start}${' '.repeat(length - start.length - end.length)}${end}\n`);
    };
    client.send(filled(1, LIMIT), filled(2, LIMIT + 1), ping(3));
    client.send({ ...call(4, 'odd_echo', { text: 'x'.repeat(LIMIT) }) });
    expect(await client.everything()).toEqual([
      pong(1),
      refused(-32600, TOO_LONG),
      pong(3),
      refused(-32600, TOO_LONG),
    ]);
    for (let sent = 0; sent < 300; sent += 1) {
      if (!client.started.child.stdin!.write(Buffer.alloc(1_000_000, 'x')))
        await new Promise((next) => client.started.child.stdin!.once('drain', next));
    }
    client.send('\n');
    expect(await client.everything()).toEqual([refused(-32600, TOO_LONG)]);
    const status = await readFile(`/proc/${client.started.child.pid}/status`, 'utf8');
    const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
    expect(Number(peak)).toBeLessThan(300_000);
  });

  it('tells how far a call is to those alone who ask for it', async () => {
    client.send(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'odd_step', arguments: {} } },
      call(2, 'odd_step'),
    );
    for (const id of [1, 2]) await client.answer(id);
    expect(client.take().filter(({ method }) => method !== undefined)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 'of 2', progress: 1, message: 'on the way' },
      },
    ]);
  });

  it('does not begin a request whose id is still open', async () => {
    client.send(call(5, 'odd_wait'));
    await client.until((said) => said.some(({ method }) => method === 'notifications/progress'));
    client.take();
    client.send(call(5, 'odd_echo', { text: 'x' }), ping(6));
    const open = refused(
      -32600,
      'Invalid request: the request with the id 5 was not answered yet.',
      5,
    );
    expect(await client.everything()).toEqual([open, pong(6)]);
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    expect(await client.everything()).toEqual([]);
    client.send(ping(5));
    // what is cancelled is never answered
    expect(await client.everything()).toEqual([open]);
  });
});

describe('the tool server, before it was greeted', () => {
  it('answers ping and initialize only', async () => {
    const client = RawClient.start(program);
    client.send(
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      call(2, 'odd_echo', { text: 'x' }),
      ping(3),
      [hello()],
    );
    expect(await client.everything()).toEqual([
      refused(-32600, 'Invalid request: the first request is "initialize".', 1),
      refused(-32600, 'Invalid request: the first request is "initialize".', 2),
      NO_BATCHES,
      pong(3),
    ]);
    // a byte order mark, and the notification is late
    client.send('\uFEFF', hello(), { jsonrpc: '2.0', id: 4, method: 'tools/list' });
    expect(await client.answer('hello')).toMatchObject({
      result: { protocolVersion: '2025-11-25' },
    });
    expect(await client.answer(4)).toMatchObject({ result: { tools: expect.any(Array) } });
    await client.close();
  });

  it('takes batches in the one version that has them', async () => {
    const client = await RawClient.greeted(program, { version: '2025-03-26' });
    client.send([ping(1), { jsonrpc: '2.0', method: 'notifications/no/such' }, 7, ping(2)]);
    expect(await client.everything()).toEqual([noMessage(), pong(1), pong(2)]);
    await client.close();
  });
});
