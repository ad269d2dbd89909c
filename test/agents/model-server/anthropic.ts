import {
  namesOf,
  objectsOf,
  textOf,
  type JsonObject,
  type Reply,
  type StreamEvent,
  type WireProtocol,
} from './protocol.js';

const MODEL = 'claude-sonnet-4-5';
const USAGE = { input_tokens: 1, output_tokens: 1 };

/** Anthropic's messages: `POST /v1/messages`. */
export const anthropicMessages: WireProtocol = {
  name: 'anthropic-messages',
  read(path, body) {
    if (path !== '/v1/messages') return undefined;
    const blocks = objectsOf(body['messages']).flatMap((message) => objectsOf(message['content']));
    return {
      shown: JSON.stringify(body),
      tools: namesOf(body['tools']),
      toolResults: blocks
        .filter((block) => block['type'] === 'tool_result')
        .map((block) => textOf(block['content'])),
      streaming: body['stream'] === true,
    };
  },
  whole: (reply, id) => ({
    ...message(id),
    content: [block(reply, id)],
    stop_reason: stopReason(reply),
  }),
  stream: (reply, id) => [
    event('message_start', { message: { ...message(id), content: [], stop_reason: null } }),
    event('content_block_start', { index: 0, content_block: emptyBlock(reply, id) }),
    event('content_block_delta', { index: 0, delta: delta(reply) }),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: stopReason(reply), stop_sequence: null },
      usage: USAGE,
    }),
    event('message_stop', {}),
  ],
  aside: (path) => (path === '/v1/messages/count_tokens' ? { input_tokens: 1 } : undefined),
};

function message(id: string): JsonObject {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: MODEL,
    stop_sequence: null,
    usage: USAGE,
  };
}

function block(reply: Reply, id: string): JsonObject {
  if ('text' in reply) return { type: 'text', text: reply.text };
  return { type: 'tool_use', id: `toolu_${id}`, name: reply.call.tool, input: reply.call.input };
}

function emptyBlock(reply: Reply, id: string): JsonObject {
  return { ...block(reply, id), ...('text' in reply ? { text: '' } : { input: {} }) };
}

function delta(reply: Reply): JsonObject {
  if ('text' in reply) return { type: 'text_delta', text: reply.text };
  return { type: 'input_json_delta', partial_json: JSON.stringify(reply.call.input) };
}

function stopReason(reply: Reply): string {
  return 'text' in reply ? 'end_turn' : 'tool_use';
}

function event(type: string, data: JsonObject): StreamEvent {
  return { name: type, data: { type, ...data } };
}
