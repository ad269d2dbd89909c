import type { SvcError } from 'svc-registry/kernel';
import {
  modelAccessRefused,
  modelBusy,
  modelFailed,
  modelInputTooLong,
  modelRequestRefused,
  modelUnknown,
} from '../contract/errors.js';

interface Facts {
  readonly model: string;
  readonly status: number;
  readonly seconds: number | undefined;
}
type Details = { readonly details: Readonly<Record<string, unknown>> };
type Make = (facts: Facts, details: Details) => SvcError;

const access =
  (why: string): Make =>
  ({ model }, details) =>
    modelAccessRefused({ model, why }, details);
const busy =
  (why: string): Make =>
  ({ model, seconds }, details) =>
    modelBusy({ model, why, seconds }, details);
const tooLong: Make = ({ model }, details) => modelInputTooLong({ model }, details);

const BY_STATUS: ReadonlyMap<number, Make> = new Map<number, Make>([
  [401, access('its provider does not accept the key')],
  [402, access('its account has no credit left')],
  [403, access('the key may not use it')],
  [404, ({ model }, details) => modelUnknown({ model }, details)],
  [413, tooLong],
  [429, busy('limits requests')],
  [503, busy('is overloaded')],
  [529, busy('is overloaded')],
]);

/** What a provider says in its body with a status that means several things. The text is read, and never passed on: it may quote the key. */
const BY_TEXT: readonly (readonly [RegExp, Make])[] = [
  [/context_length_exceeded|prompt is too long|maximum context length/i, tooLong],
  [/insufficient_quota|credit balance/i, access('its account has no credit left')],
];

const otherwise: Make = ({ model, status }, details) => {
  const why = `its server answers ${status}`;
  return status >= 500
    ? modelFailed({ model, why }, details)
    : modelRequestRefused({ model, why }, details);
};

// what a server asks for at most: it could ask for years
const LONGEST_PAUSE = 3600;

/** Seconds of a `Retry-After`, which are a number or a date. */
function secondsOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(seconds)
    ? Math.min(Math.max(Math.ceil(seconds), 0), LONGEST_PAUSE)
    : undefined;
}

/** The error for an answer whose status is not 2xx. */
export function statusFailure(model: string, { status, headers }: Response, body: string): SvcError {
  const seconds = secondsOf(headers.get('retry-after'), Date.now());
  const said =
    status < 500 ? BY_TEXT.find(([pattern]) => pattern.test(body))?.[1] : undefined;
  const make = said ?? BY_STATUS.get(status) ?? otherwise;
  const details = {
    modelStatus: status,
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
  };
  return make({ model, status, seconds }, { details });
}

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOTFOUND', 'the name of its server cannot be resolved'],
  ['EAI_AGAIN', 'the name of its server cannot be resolved'],
  ['ECONNREFUSED', 'its server refuses the connection'],
  ['ECONNRESET', 'the connection was closed before the answer was complete'],
  ['UND_ERR_SOCKET', 'the connection was closed before the answer was complete'],
]);

/** The error for what `fetch`, or reading the body, failed with. */
export function connectionFailure(model: string, error: unknown): SvcError {
  const { cause, code } = (error ?? {}) as { cause?: unknown; code?: unknown };
  if (cause !== undefined) return connectionFailure(model, cause);
  const why = REASONS.get(code) ?? `the request fails (${String(code)})`;
  return modelFailed({ model, why }, { cause: error });
}
