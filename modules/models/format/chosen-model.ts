import { invalidInput, type HostInfo } from 'svc-registry/kernel';
import { forms } from '../contract/forms.js';
import { anthropic } from './anthropic.js';
import { openai } from './openai.js';
import type { Protocol } from './protocol.js';

const PROTOCOLS = { anthropic, openai };

/** Sends a request to a model's server. */
export type Send = (
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  limits: { readonly milliseconds: number; readonly signal: AbortSignal },
) => Promise<Response>;

/** A model as somebody configured it. */
export type ModelSettings = Readonly<Partial<Record<keyof typeof forms, string | undefined>>>;

/** A model that can be asked. */
export interface ChosenModel {
  /** As configured, such as `openai/gpt-5`. */
  readonly id: string;
  readonly name: string;
  readonly protocol: Protocol;
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly send: Send;
}

/** The model of these settings; `where` names them in errors, which never repeat a key. */
export function chosenModel(settings: ModelSettings, where: string, send: Send): ChosenModel {
  const { model: id = '', baseUrl: url, apiKey } = settings;
  for (const [field, text] of Object.entries({ model: id, baseUrl: url, apiKey })) {
    const { form, message } = forms[field as keyof typeof forms];
    if (text !== undefined && !form.test(text))
      throw invalidInput({ what: `${where}: ${message.replace('$property', field)}.` });
  }
  const slash = id.indexOf('/');
  const protocol = PROTOCOLS[id.slice(0, slash) as keyof typeof PROTOCOLS];
  const baseUrl = (url ?? protocol.baseUrl).replace(/\/$/, '');
  return { id, name: id.slice(slash + 1), protocol, baseUrl, apiKey, send };
}

/** Sends to servers that the operator, or the person at the terminal, names. */
export const operatorsSend =
  ({ fetch }: HostInfo): Send =>
  (url, request, { signal }) =>
    // a redirect could carry the key elsewhere
    fetch(url, { method: 'POST', ...request, signal, redirect: 'manual' });

/** The model in the environment. */
export function environmentModel(host: HostInfo): ChosenModel | undefined {
  const { env } = host;
  if (!env['SVC_MODEL']) return undefined;
  const settings = {
    model: env['SVC_MODEL'],
    baseUrl: env['SVC_MODEL_BASE_URL'] || undefined,
    apiKey: env['SVC_MODEL_API_KEY'] || undefined,
  };
  return chosenModel(settings, 'SVC_MODEL, SVC_MODEL_…', operatorsSend(host));
}
