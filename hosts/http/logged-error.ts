import { types } from 'node:util';
import pino from 'pino';

const SHOWN = ['type', 'message', 'stack', 'code', 'query'];

/**
 * An error as the log shows it. The further properties that database drivers add are removed, because they contain the values of the
 * statement: personal data and hashes of secrets.
 */
export function loggedError(error: unknown): unknown {
  if (!types.isNativeError(error)) return error;
  const whole = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(whole.filter(([name]) => SHOWN.includes(name)));
}
