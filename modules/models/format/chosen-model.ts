import { invalidInput } from 'svc-registry/kernel';
import { anthropic } from './anthropic.js';
import { openai } from './openai.js';
import type { Protocol } from './protocol.js';

export type Env = Readonly<Record<string, string | undefined>>;

/** Sends a request to a model's server. */
export type Send = (
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  limits: { readonly milliseconds: number; readonly signal: AbortSignal },
) => Promise<Response>;

/** A model as somebody configured it. */
export interface ModelSettings {
  readonly model: string;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
}

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

interface Provider {
  readonly protocol: Protocol;
  /** The provider's own key in the environment; sent to no other address than the provider's own. */
  readonly key: (env: Env) => string | undefined;
}

const PROVIDERS: ReadonlyMap<string, Provider> = new Map([
  ['anthropic', { protocol: anthropic, key: (env) => env['ANTHROPIC_API_KEY'] }],
  ['openai', { protocol: openai, key: (env) => env['OPENAI_API_KEY'] }],
]);

const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

/** What is wrong with the settings of a model; `undefined` when nothing is. The text never contains the key. */
export function settingsProblem({ model, baseUrl, apiKey }: ModelSettings): string | undefined {
  const [provider = '', name = ''] = parts(model);
  if (!PROVIDERS.has(provider) || !/^[\x21-\x7e]{1,200}$/.test(name))
    return 'The model is not anthropic/<name> or openai/<name>.';
  if (baseUrl !== undefined && !isBaseUrl(baseUrl))
    return 'The base URL is not an http or https address without user, query and fragment.';
  // fetch would quote the key in its error
  if (apiKey !== undefined && !/^[\x21-\x7e]{1,1000}$/.test(apiKey))
    return 'The key contains a character that keys do not have, such as a space or a line break.';
  return undefined;
}

/** The model of these settings, which `where` names in errors. */
export function chosenModel(settings: ModelSettings, where: string, send: Send): ChosenModel {
  const problem = settingsProblem(settings);
  if (problem !== undefined)
    throw invalidInput({ what: `${problem} It is configured in ${where}.` });
  const [provider = '', name = ''] = parts(settings.model);
  const { protocol } = PROVIDERS.get(provider)!;
  const baseUrl = (settings.baseUrl ?? protocol.baseUrl).replace(/\/+$/, '');
  return { id: settings.model, name, protocol, baseUrl, apiKey: settings.apiKey, send };
}

/** Adds the provider's own key from the environment to settings without a base URL and a key. */
export function withProvidersKey(settings: ModelSettings, env: Env): ModelSettings {
  if (settings.apiKey !== undefined || settings.baseUrl !== undefined) return settings;
  const apiKey = given(PROVIDERS.get(parts(settings.model)[0] ?? '')?.key(env));
  return { ...settings, apiKey };
}

/** The settings in the environment. */
export function environmentSettings(env: Env): ModelSettings | undefined {
  const model = given(env['SVC_MODEL']);
  if (model === undefined) return undefined;
  const [baseUrl, apiKey] = [given(env['SVC_MODEL_BASE_URL']), given(env['SVC_MODEL_API_KEY'])];
  return withProvidersKey({ model, baseUrl, apiKey }, env);
}

/** Requests of the operator, or of the person at the terminal. */
export const operatorsSend =
  (fetch: typeof globalThis.fetch): Send =>
  (url, request, { signal }) =>
    // a redirect could carry the key elsewhere
    fetch(url, { method: 'POST', ...request, signal, redirect: 'manual' });

const parts = (model: string): readonly string[] => {
  const slash = model.indexOf('/');
  return [model.slice(0, slash), model.slice(slash + 1)];
};

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
