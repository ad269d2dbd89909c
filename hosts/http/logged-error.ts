import { types } from 'node:util';
import pino from 'pino';

const SHOWN = ['type', 'message', 'stack', 'code', 'query'];

/**
 * An error as the log shows it. What drivers attach to their errors beyond that holds the values of the statement: people's
 * data and the hashes of their secrets.
 */
export function loggedError(error: unknown): unknown {
  if (!types.isNativeError(error)) return error;
  const whole = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(whole.filter(([name]) => SHOWN.includes(name)));
}
