import { isSvcError, type SvcError } from 'svc-registry/kernel';
import { parsedJson } from '../../../toolbox/parsed-json.js';
import { retryAfter } from '../../../toolbox/retry-after.js';
import { modelRefused, modelUnavailable } from '../contract/errors.js';
import type { ChosenModel } from './chosen-model.js';
import type { Prompt, Reply } from './protocol.js';

const LATER = 'Try again later.';
const ADDRESS = 'Check the name of the model, and the base URL if one is configured.';
const ACCOUNT = 'Check the key, its rights and its account at the provider.';
const LESS = 'Ask about less at once, or configure a model that reads and writes more.';

type Meaning = readonly [error: typeof modelRefused, why: string, hint: string];

const TOO_LONG: Meaning = [modelRefused, 'cannot read so much text', LESS];
const NO_CREDIT: Meaning = [modelRefused, 'is not paid for: no credit is left', ACCOUNT];
const OVERLOADED: Meaning = [modelUnavailable, 'is overloaded', LATER];

/** By the status of an answer, a word of its text, or the reason why it ended. Nothing of the text is passed on: it may quote the key. */
const MEANINGS: readonly (readonly [sign: number | RegExp, meaning: Meaning])[] = [
  [/context_(length|window)|prompt is too long|maximum context/i, TOO_LONG],
  [413, TOO_LONG],
  [/^(max_tokens|length)$/, [modelRefused, 'has more to answer than it may', LESS]],
  [/^(refusal|content_filter)$/, [modelRefused, 'declines to answer', 'Configure another model.']],
  [/insufficient_quota|credit balance/i, NO_CREDIT],
  [402, NO_CREDIT],
  [401, [modelRefused, 'does not accept the key', ACCOUNT]],
  [403, [modelRefused, 'may not be used with this key', ACCOUNT]],
  [404, [modelRefused, 'is unknown at its address', ADDRESS]],
  [429, [modelUnavailable, 'limits requests', LATER]],
  [503, OVERLOADED],
  [529, OVERLOADED],
];

const meaningOf = (status: number, text: string): Meaning | undefined =>
  MEANINGS.find(([sign]) =>
    typeof sign === 'number' ? sign === status : status < 500 && sign.test(text),
  )?.[1];

function statusFailure(model: string, { status, headers }: Response, text: string): SvcError {
  const pause = retryAfter(headers, new Date());
  // a server could ask for years
  const retry = pause !== undefined && { retryAfterSeconds: Math.min(pause, 3600) };
  const details = { modelStatus: status, ...retry };
  const otherwise = status < 500 ? modelRefused : modelUnavailable;
  const other: Meaning = [otherwise, `answers with the status ${status}`, ADDRESS];
  const [error, why, hint] = meaningOf(status, text) ?? other;
  return error({ model, why, hint }, { details });
}

/** The error for what `fetch`, or reading the body, failed with. */
function connectionFailure(model: string, error: unknown): SvcError {
  const { cause, code } = (error ?? {}) as { cause?: unknown; code?: unknown };
  if (cause !== undefined) return connectionFailure(model, cause);
  const reason = typeof code === 'string' ? ` (${code})` : '';
  const why = `cannot be reached, or breaks the connection off${reason}`;
  return modelUnavailable({ model, why, hint: ADDRESS }, { cause: error });
}

async function asked(
  { id: model, name, protocol, baseUrl, apiKey, send }: ChosenModel,
  prompt: Prompt,
  limits: Parameters<ChosenModel['send']>[2],
): Promise<Reply> {
  const headers = { 'content-type': 'application/json', ...protocol.headers(apiKey) };
  const body = JSON.stringify(protocol.body(name, prompt, baseUrl === protocol.baseUrl));
  const response = await send(`${baseUrl}${protocol.path}`, { headers, body }, limits);
  const text = await response.text();
  if (!response.ok) throw statusFailure(model, response, text);
  const reply = protocol.reply(parsedJson(text));
  if (reply !== undefined) return reply;
  throw modelUnavailable({ model, why: 'does not speak its protocol', hint: ADDRESS });
}

/** One request to a model, and what it answered. */
export async function call(
  model: ChosenModel,
  prompt: Prompt,
  { seconds, signal }: { readonly seconds: number; readonly signal: AbortSignal | undefined },
): Promise<Reply> {
  const milliseconds = seconds * 1000;
  const late = AbortSignal.timeout(milliseconds);
  const ended = signal === undefined ? late : AbortSignal.any([signal, late]);
  try {
    return await asked(model, prompt, { milliseconds, signal: ended });
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    const why = `does not answer within ${seconds} s`;
    if (late.aborted) throw modelUnavailable({ model: model.id, why, hint: LATER });
    throw isSvcError(error) ? error : connectionFailure(model.id, error);
  }
}

/** What is wrong with an answer; `undefined` when nothing is. */
export type Problem = (answer: unknown) => string | undefined;

/** The answer of a reply. Throws when the model did not complete it, or when `problem` finds one. */
export function answerOf(model: string, { answer, stop }: Reply, problem: Problem): unknown {
  const [error, reason = '', hint = LATER] = meaningOf(0, String(stop)) ?? [];
  if (error !== undefined) throw error({ model, why: reason, hint });
  const why = problem(answer);
  if (why === undefined) return answer;
  throw modelUnavailable({ model, why: `answers in the wrong form: ${why}`, hint });
}
