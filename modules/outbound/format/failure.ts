import { isSvcError, type SvcError } from 'svc-registry/kernel';
import { outboundFailed } from '../contract/errors.js';

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ENOTFOUND', 'its name cannot be resolved'],
  ['ECONNREFUSED', 'the connection is refused'],
  ['ECONNRESET', 'the connection was closed before the answer was complete'],
  ['UND_ERR_SOCKET', 'the connection was closed before the answer was complete'],
  ['UND_ERR_HEADERS_OVERFLOW', 'its headers are too large'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
]);

/**
 * The error for what `fetch`, or the body that it answered, failed with. The system's own text is not used: it contains the address that
 * the name resolved to.
 */
export function outboundFailure(error: unknown, what: string): SvcError {
  const { cause, code } = (error ?? {}) as { cause?: unknown; code?: unknown };
  if (isSvcError(error)) return error;
  if (cause !== undefined) return outboundFailure(cause, what);
  const reason = typeof code === 'string' ? ` (${code})` : '';
  const why = reasons.get(code) ?? `the request fails${reason}`;
  return outboundFailed({ what, why }, { cause: error });
}
