import { fieldsOf, listOf } from '../../../toolbox/type-guards.js';
import { tokensOf, TOOL, type Protocol } from './protocol.js';

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
    ...(schema && {
      tools: [{ ...TOOL, input_schema: schema }],
      tool_choice: { type: 'tool', name: TOOL.name },
    }),
  }),
  reply(body) {
    const { content, stop_reason: stop, usage } = fieldsOf(body);
    if (!Array.isArray(content)) return undefined;
    const blocks = listOf(content).map(fieldsOf);
    const call = blocks.find(({ type }) => type === 'tool_use');
    const texts = blocks.map(({ text }) => (typeof text === 'string' ? text : ''));
    const used = fieldsOf(usage);
    return {
      answer: call === undefined ? texts.join('') : call['input'],
      stop,
      input: tokensOf(
        used['input_tokens'],
        used['cache_creation_input_tokens'],
        used['cache_read_input_tokens'],
      ),
      output: tokensOf(used['output_tokens']),
    };
  },
};
