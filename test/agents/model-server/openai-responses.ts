import {
  namesOf,
  objectsOf,
  textOf,
  type JsonObject,
  type Reply,
  type StreamEvent,
  type WireProtocol,
} from './protocol.js';

const USAGE = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };

/** OpenAI's responses: `POST /v1/responses`. */
export const openaiResponses: WireProtocol = {
  name: 'openai-responses',
  read(path, body) {
    if (path !== '/v1/responses') return undefined;
    const outputs = objectsOf(body['input']).filter((item) =>
      /_call_output$/.test(textOf(item['type'])),
    );
    return {
      shown: JSON.stringify(body),
      tools: objectsOf(body['tools']).flatMap(toolNames),
      toolResults: outputs.map((item) => textOf(item['output'])),
      streaming: body['stream'] === true,
    };
  },
  whole: (reply, id) => response(id, 'completed', [item(reply, id)]),
  stream: (reply, id) => [
    event('response.created', { response: response(id, 'in_progress', []) }),
    event('response.output_item.added', {
      output_index: 0,
      item: { ...item(reply, id), status: 'in_progress' },
    }),
    ...deltas(reply, id),
    event('response.output_item.done', { output_index: 0, item: item(reply, id) }),
    event('response.completed', { response: response(id, 'completed', [item(reply, id)]) }),
  ],
  aside: () => undefined,
};

/** Tools of a namespace as `<namespace>.<tool>`. */
function toolNames(tool: JsonObject): readonly string[] {
  if (tool['type'] !== 'namespace') return namesOf([tool]);
  return namesOf(tool['tools']).map((name) => `${textOf(tool['name'])}.${name}`);
}

function response(id: string, status: string, output: readonly JsonObject[]): JsonObject {
  return {
    id: `resp_${id}`,
    object: 'response',
    status,
    output,
    usage: status === 'completed' ? USAGE : null,
  };
}

function item(reply: Reply, id: string): JsonObject {
  if ('text' in reply) {
    const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
    return { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content };
  }
  const { tool, namespace, input } = reply.call;
  const named = { name: tool, ...(namespace !== undefined && { namespace }) };
  return {
    type: 'function_call',
    id: `fc_${id}`,
    call_id: `call_${id}`,
    ...named,
    arguments: JSON.stringify(input),
    status: 'completed',
  };
}

function deltas(reply: Reply, id: string): readonly StreamEvent[] {
  if ('text' in reply)
    return [
      event('response.output_text.delta', {
        item_id: `msg_${id}`,
        output_index: 0,
        content_index: 0,
        delta: reply.text,
      }),
    ];
  return [
    event('response.function_call_arguments.delta', {
      item_id: `fc_${id}`,
      output_index: 0,
      delta: JSON.stringify(reply.call.input),
    }),
  ];
}

function event(type: string, data: JsonObject): StreamEvent {
  return { name: type, data: { type, ...data } };
}
