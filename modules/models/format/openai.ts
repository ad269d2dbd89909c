import { parsedJson } from '../../../toolbox/parsed-json.js';
import { fieldsOf, isRecord, listOf } from '../../../toolbox/type-guards.js';
import { tokensOf, TOOL, type Protocol } from './protocol.js';

/** Chat completions of OpenAI, which many servers speak. */
export const openai: Protocol = {
  baseUrl: 'https://api.openai.com/v1',
  path: '/chat/completions',
  headers: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  body: (model, { system, user, maxTokens, schema }, own) => ({
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    // newer models of OpenAI refuse the older name, many other servers know no other
    [own ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    ...(schema && {
      tools: [{ type: 'function', function: { ...TOOL, parameters: schema } }],
      tool_choice: { type: 'function', function: { name: TOOL.name } },
    }),
  }),
  reply(body) {
    const { choices, usage } = fieldsOf(body);
    const { message, finish_reason: stop } = fieldsOf(listOf(choices)[0]);
    if (!isRecord(message)) return undefined;
    const { content, refusal, tool_calls: calls } = message;
    const { arguments: input } = fieldsOf(fieldsOf(listOf(calls)[0])['function']);
    const used = fieldsOf(usage);
    return {
      answer: typeof input === 'string' ? parsedJson(input) : content,
      stop: typeof refusal === 'string' ? 'refusal' : stop,
      input: tokensOf(used['prompt_tokens']),
      output: tokensOf(used['completion_tokens']),
    };
  },
};
