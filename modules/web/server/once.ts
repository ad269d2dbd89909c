import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isSvcError, type Invoke, type WebExchange } from 'svc-registry/kernel';

/** The hidden field with a form's random key, by which a form that is sent twice is recognized. */
const FIELD = 'idempotency-key';
/** Milliseconds between two attempts while the first form is still being carried out. */
const PAUSE = 500;

interface Sent {
  readonly exchange: WebExchange;
  readonly credential: string | undefined;
  readonly form: URLSearchParams;
}

/**
 * Calls operations for a form. One that is sent twice, as by a double click, changes things once: the second time, operations that take an
 * Idempotency-Key repeat their first answer. A form that is sent again with other entries counts as a new one.
 */
export function invokeOnce({ exchange, credential, form }: Sent): Invoke {
  const own = form.get(FIELD) ?? '';
  if (own === '') return exchange.invokeAs(credential);
  return async (operation, input, options) => {
    const key = createHmac('sha256', own).update(JSON.stringify(input)).digest('base64url');
    const invoke = exchange.invokeAs(credential, key);
    for (;;) {
      try {
        return await invoke(operation, input, options);
      } catch (error) {
        // the loop ends: the key of a call that never finishes expires after a minute
        if (!hasCode(error, 'request_in_progress')) throw error;
      }
      await setTimeout(PAUSE, undefined, { signal: exchange.request.signal });
    }
  };
}

/** The form has taken effect before, and its answer held a secret, or is lost. */
export const isDoneBefore = (error: unknown): boolean => hasCode(error, 'answer_not_kept');

const hasCode = (error: unknown, code: string): boolean => isSvcError(error) && error.code === code;
