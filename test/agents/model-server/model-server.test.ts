import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { ModelServer } from './model-server.js';
import type { Reply } from './protocol.js';

const TOOL = { name: 'shell', description: 'Runs a command' };
const CALL: Reply = { call: { tool: 'shell', input: { command: 'ls' } } };

/** A request of each protocol in which one tool was offered and has answered once. */
const PROTOCOLS = [
  {
    name: 'Anthropic messages',
    path: '/v1/messages',
    body: {
      tools: [TOOL],
      messages: [
        { role: 'user', content: 'Go' },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'one.txt' }] },
      ],
    },
    text: { content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn' },
    call: {
      content: [{ type: 'tool_use', name: 'shell', input: { command: 'ls' } }],
      stop_reason: 'tool_use',
    },
  },
  {
    name: 'OpenAI responses',
    path: '/v1/responses',
    body: {
      tools: [{ type: 'function', ...TOOL }],
      input: [
        { role: 'user', content: 'Go' },
        { type: 'function_call_output', call_id: 'a', output: 'one.txt' },
      ],
    },
    text: { status: 'completed', output: [{ type: 'message', content: [{ text: 'Done.' }] }] },
    call: {
      status: 'completed',
      output: [{ type: 'function_call', name: 'shell', arguments: '{"command":"ls"}' }],
    },
  },
  {
    name: 'OpenAI chat completions',
    path: '/v1/chat/completions',
    body: {
      tools: [{ type: 'function', function: TOOL }],
      messages: [
        { role: 'user', content: 'Go' },
        { role: 'tool', tool_call_id: 'a', content: 'one.txt' },
      ],
    },
    text: { choices: [{ message: { content: 'Done.' }, finish_reason: 'stop' }] },
    call: {
      choices: [
        {
          message: { tool_calls: [{ function: { name: 'shell', arguments: '{"command":"ls"}' } }] },
          finish_reason: 'tool_calls',
        },
      ],
    },
  },
  {
    name: 'Gemini',
    path: '/v1beta/models/gemini-2.5-pro:generateContent',
    body: {
      tools: [{ functionDeclarations: [TOOL] }],
      contents: [
        { role: 'user', parts: [{ text: 'Go' }] },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'shell', response: { output: 'one.txt' } } }],
        },
      ],
    },
    text: { candidates: [{ content: { parts: [{ text: 'Done.' }] }, finishReason: 'STOP' }] },
    call: {
      candidates: [
        { content: { parts: [{ functionCall: { name: 'shell', args: { command: 'ls' } } }] } },
      ],
    },
  },
] as const;

let server: ModelServer | undefined;
afterEach(() => server?.stop());

async function post(path: string, body: object): Promise<Response> {
  return fetch(`${server?.origin ?? ''}${path}`, { method: 'POST', body: JSON.stringify(body) });
}

/** The data of server-sent events; `[DONE]` of OpenAI's stream is left out. */
function eventsOf(stream: string): readonly unknown[] {
  return [...stream.matchAll(/^data: (?!\[DONE\])(.*)$/gm)].map(
    ([, data]) => JSON.parse(data!) as unknown,
  );
}

describe.each(PROTOCOLS)('a model that speaks $name', ({ path, body, text, call }) => {
  it('reads which tools are offered and what they answered', async () => {
    server = await ModelServer.start(() => ({ text: 'Done.' }));
    await post(path, body);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({ tools: ['shell'], streaming: false });
    expect(server.requests[0]!.toolResults).toEqual([expect.stringContaining('one.txt')]);
    expect(JSON.parse(server.requests[0]!.shown)).toEqual(body);
  });

  it.each([
    ['some text', { text: 'Done.' }, text],
    ['a call', CALL, call],
  ])('says %s', async (_, reply, expected) => {
    server = await ModelServer.start(() => reply);
    expect(await (await post(path, body)).json()).toMatchObject(expected);
  });
});

describe('a model that streams', () => {
  const STREAMS = PROTOCOLS.map((protocol) => ({
    ...protocol,
    path: protocol.path.replace(':generateContent', ':streamGenerateContent'),
    body: { ...protocol.body, stream: true },
  }));

  it.each(STREAMS)('sends a call as events of $name', async ({ path, body }) => {
    server = await ModelServer.start(() => CALL);
    const response = await post(path, body);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = eventsOf(await response.text());
    expect(events.length).toBeGreaterThan(0);
    expect(JSON.stringify(events)).toContain('"shell"');
    expect(JSON.stringify(events)).toMatch(/\bcommand\b.*\bls\b/);
  });

  it("ends Anthropic's stream with the reason why it stopped", async () => {
    server = await ModelServer.start(() => CALL);
    const events = eventsOf(
      await (await post('/v1/messages', { messages: [], stream: true })).text(),
    );
    expect(events.map((event) => (event as { type: string }).type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(events[4]).toMatchObject({ delta: { stop_reason: 'tool_use' } });
  });
});

it('offers and calls the tools of a namespace by both names', async () => {
  server = await ModelServer.start(() => ({
    call: { tool: 'status', namespace: 'mcp__svc', input: {} },
  }));
  const tools = [
    { type: 'namespace', name: 'mcp__svc', tools: [{ type: 'function', name: 'status' }] },
  ];
  const answer: unknown = await (await post('/v1/responses', { tools, input: [] })).json();
  expect(server.requests[0]!.tools).toEqual(['mcp__svc.status']);
  expect(answer).toMatchObject({ output: [{ name: 'status', namespace: 'mcp__svc' }] });
});

it('answers what it does not know with 404 and keeps it', async () => {
  server = await ModelServer.start(() => ({ text: 'Done.' }));
  expect((await fetch(`${server.origin}/v2/else`)).status).toBe(404);
  expect(server.unknown).toEqual(['GET /v2/else']);
});

it('stops while a client still holds its connection', async () => {
  server = await ModelServer.start(() => ({ text: 'Done.' }));
  const client = connect(Number(new URL(server.origin).port), '127.0.0.1');
  await once(client, 'connect');
  const closed = once(client, 'close');
  await server.stop();
  await closed;
  server = undefined;
});
