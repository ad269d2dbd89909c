import { fieldsOf, isRecord, listOf } from '../../../toolbox/type-guards.js';
import { ANSWER_TOOL, sumOf, type Prompt, type Protocol, type Reply } from './protocol.js';

const STOPS: ReadonlyMap<unknown, Reply['stop']> = new Map([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refusal'],
]);

function answerTool(schema: Prompt['schema']): object {
  if (schema === undefined) return {};
  return {
    tools: [{ name: ANSWER_TOOL, description: 'Gives the answer.', input_schema: schema }],
    tool_choice: { type: 'tool', name: ANSWER_TOOL },
  };
}

/** Messages of Anthropic. */
export const anthropic: Protocol = {
  baseUrl: 'https://api.anthropic.com',
  path: '/v1/messages',
  headers: (apiKey) => ({
    'anthropic-version': '2023-06-01',
    ...(apiKey !== undefined && { 'x-api-key': apiKey }),
  }),
  body: (model, { system, user, maxTokens, schema }) => ({
    model,
    system,
    messages: [{ role: 'user', content: user }],
    max_tokens: maxTokens,
    ...answerTool(schema),
  }),
  reply(body) {
    const { content, stop_reason: stop, usage } = fieldsOf(body);
    if (!Array.isArray(content)) return undefined;
    const blocks = listOf(content).map(fieldsOf);
    const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => String(text));
    const call = blocks.find(({ type }) => type === 'tool_use');
    return {
      stop: STOPS.get(stop) ?? 'complete',
      answer: call === undefined ? texts.join('') : call['input'],
      tokens: isRecord(usage)
        ? {
            input: sumOf(
              usage['input_tokens'],
              usage['cache_creation_input_tokens'],
              usage['cache_read_input_tokens'],
            ),
            output: sumOf(usage['output_tokens']),
          }
        : undefined,
    };
  },
};
