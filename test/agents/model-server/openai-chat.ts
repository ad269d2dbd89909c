import {
  namesOf,
  objectsOf,
  textOf,
  type JsonObject,
  type Reply,
  type StreamEvent,
  type WireProtocol,
} from './protocol.js';

const MODEL = 'gpt-5';
const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** OpenAI's chat completions: `POST /v1/chat/completions`. */
export const openaiChat: WireProtocol = {
  name: 'openai-chat',
  read(path, body) {
    if (path !== '/v1/chat/completions') return undefined;
    return {
      shown: JSON.stringify(body),
      tools: namesOf(objectsOf(body['tools']).map((tool) => tool['function'])),
      toolResults: objectsOf(body['messages'])
        .filter((message) => message['role'] === 'tool')
        .map((message) => textOf(message['content'])),
      streaming: body['stream'] === true,
    };
  },
  whole: (reply, id) => ({
    ...completion(id, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', ...content(reply, id) },
        finish_reason: finishReason(reply),
      },
    ],
    usage: USAGE,
  }),
  stream: (reply, id) => [
    chunk(id, { delta: { role: 'assistant', ...content(reply, id) }, finish_reason: null }),
    {
      data: {
        ...completion(id, 'chat.completion.chunk'),
        choices: [{ index: 0, delta: {}, finish_reason: finishReason(reply) }],
        usage: USAGE,
      },
    },
    { data: '[DONE]' },
  ],
  aside: (path) =>
    path === '/v1/models'
      ? { object: 'list', data: [{ id: MODEL, object: 'model', owned_by: 'test' }] }
      : undefined,
};

function completion(id: string, object: string): JsonObject {
  return { id: `chatcmpl-${id}`, object, created: 0, model: MODEL };
}

function chunk(id: string, choice: JsonObject): StreamEvent {
  return {
    data: { ...completion(id, 'chat.completion.chunk'), choices: [{ index: 0, ...choice }] },
  };
}

function content(reply: Reply, id: string): JsonObject {
  if ('text' in reply) return { content: reply.text };
  const call = {
    index: 0,
    id: `call_${id}`,
    type: 'function',
    function: { name: reply.call.tool, arguments: JSON.stringify(reply.call.input) },
  };
  return { content: null, tool_calls: [call] };
}

function finishReason(reply: Reply): string {
  return 'text' in reply ? 'stop' : 'tool_calls';
}
