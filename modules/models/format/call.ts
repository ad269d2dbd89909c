import { isSvcError } from 'svc-registry/kernel';
import { parsedJson } from '../../../toolbox/parsed-json.js';
import { modelFailed, modelTooSlow } from '../contract/errors.js';
import type { ChosenModel } from './chosen-model.js';
import { connectionFailure, statusFailure } from './failures.js';
import type { Prompt, Reply } from './protocol.js';

// some megabytes above the longest answers of any model
const MOST_BYTES = 8 * 1024 * 1024;

async function textOf({ body }: Response, model: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).byteLength;
    if (bytes > MOST_BYTES)
      throw modelFailed({ model, why: `its answer has more than ${MOST_BYTES} bytes` });
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function asked(
  model: ChosenModel,
  prompt: Prompt,
  limits: Parameters<ChosenModel['send']>[2],
): Promise<Reply> {
  const { id, name, protocol, baseUrl, apiKey, send } = model;
  const headers = { 'content-type': 'application/json', ...protocol.headers(apiKey) };
  const body = JSON.stringify(protocol.body(name, prompt, baseUrl === protocol.baseUrl));
  const response = await send(`${baseUrl}${protocol.path}`, { headers, body }, limits);
  const text = await textOf(response, id);
  if (!response.ok) throw statusFailure(id, response, text);
  const reply = protocol.reply(parsedJson(text));
  if (reply === undefined)
    throw modelFailed({ model: id, why: 'its server does not speak the configured protocol' });
  return reply;
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
    if (late.aborted) throw modelTooSlow({ model: model.id, seconds });
    throw isSvcError(error) ? error : connectionFailure(model.id, error);
  }
}
