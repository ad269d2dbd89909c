import { parsedJson } from '../../../toolbox/parsed-json.js';
import { fieldsOf, isRecord, listOf } from '../../../toolbox/type-guards.js';
import { ANSWER_TOOL, sumOf, type Prompt, type Protocol, type Reply } from './protocol.js';

const STOPS: ReadonlyMap<unknown, Reply['stop']> = new Map([
  ['length', 'length'],
  ['content_filter', 'refusal'],
]);

function answerTool(schema: Prompt['schema']): object {
  if (schema === undefined) return {};
  const described = {
    name: ANSWER_TOOL,
    description: 'Gives the answer.',
    parameters: schema,
  };
  return {
    tools: [{ type: 'function', function: described }],
    tool_choice: { type: 'function', function: { name: ANSWER_TOOL } },
  };
}

function answerOf(message: Readonly<Record<string, unknown>>): unknown {
  const call = fieldsOf(fieldsOf(listOf(message['tool_calls'])[0])['function']);
  const { arguments: input } = call;
  return typeof input === 'string' ? parsedJson(input) : (message['content'] ?? undefined);
}

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
    // OpenAI itself refuses the older name for its newer models, others know no other
    [own ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    ...answerTool(schema),
  }),
  reply(body) {
    const { choices, usage } = fieldsOf(body);
    const { message, finish_reason: stop } = fieldsOf(listOf(choices)[0]);
    if (!isRecord(message)) return undefined;
    const refused = typeof message['refusal'] === 'string';
    return {
      stop: refused ? 'refusal' : (STOPS.get(stop) ?? 'complete'),
      answer: answerOf(message),
      tokens: isRecord(usage)
        ? { input: sumOf(usage['prompt_tokens']), output: sumOf(usage['completion_tokens']) }
        : undefined,
    };
  },
};
