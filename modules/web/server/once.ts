import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isSvcError, type Invoke, type WebExchange } from 'svc-registry/kernel';

/** The field by which a form that was sent twice is known: a random text, another one in every form. */
const FIELD = 'idempotency-key';
/** Milliseconds between two looks at what the first form has come to. */
const PAUSE = 500;

interface Sent {
  readonly exchange: WebExchange;
  readonly credential: string | undefined;
  readonly form: URLSearchParams;
}

/**
 * Calls operations for a form. One that is sent twice, as by a double click, changes things once: the second time, operations that take an
 * Idempotency-Key answer what they answered the first time. A form whose person has gone back and has changed its entries is another one.
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
        // a first form that never ends loses its key after a minute
        if (!hasCode(error, 'request_in_progress')) throw error;
      }
      await setTimeout(PAUSE, undefined, { signal: exchange.request.signal });
    }
  };
}

/** The form has taken effect before, and its answer held a secret, or is lost. */
export const isDoneBefore = (error: unknown): boolean => hasCode(error, 'answer_not_kept');

const hasCode = (error: unknown, code: string): boolean => isSvcError(error) && error.code === code;
