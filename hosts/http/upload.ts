import type { Request } from 'express';
import { bodyTooLarge, unsupportedBody } from '../module/contract/errors.js';
import { bodies } from './body-budget.js';
import { inTime } from './in-time.js';

/** An archive of 32 MB, plus overhead of the transfer. The module that owns the format enforces its exact limit. */
export const UPLOAD_LIMIT = 33 * 1024 * 1024;
const IDLE_SECONDS = 30;

/** The chunks of a body as they arrive. Fails when no chunk arrives within `idleSeconds`. */
function arriving(request: Request, idleSeconds: number): AsyncIterable<Uint8Array> {
  // the response still needs the socket when the reader stops early
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncGenerator<Uint8Array>;
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => inTime(chunks.next(), idleSeconds),
      return: () => chunks.return(undefined),
    }),
  };
}

/** The request's body. Fails when it grows too large or stalls, or when the bodies of all requests together exceed the budget. */
async function* limited(request: Request, idleSeconds: number): AsyncGenerator<Uint8Array> {
  const count = bodies.of(request);
  let size = 0;
  for await (const chunk of arriving(request, idleSeconds)) {
    size += chunk.length;
    if (size > UPLOAD_LIMIT) throw bodyTooLarge({ limit: UPLOAD_LIMIT });
    const full = count(chunk.length);
    if (full !== undefined) throw full;
    yield chunk;
  }
}

export function uploadOf(request: Request, idleSeconds = IDLE_SECONDS): AsyncIterable<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_LIMIT)
    throw bodyTooLarge({ limit: UPLOAD_LIMIT });
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw unsupportedBody({ what: `Content-Encoding "${encoding}" is not accepted for uploads.` });
  return limited(request, idleSeconds);
}
