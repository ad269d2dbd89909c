import type { Request } from 'express';
import { bodyNotReceived, bodyTooLarge, unsupportedBody } from '../module/contract/errors.js';

/** An archive of 32 MB, and room for what a transfer adds. The owner of the format enforces its own limit to the byte. */
export const UPLOAD_LIMIT = 33 * 1024 * 1024;
const IDLE_SECONDS = 30;

/** The request's body as it arrives. Ends with an error when it grows too large or stands still. */
async function* limited(request: Request): AsyncGenerator<Uint8Array> {
  let size = 0;
  request.setTimeout(IDLE_SECONDS * 1000, () => request.destroy(bodyNotReceived({ seconds: IDLE_SECONDS })));
  try {
    // the answer still needs the socket when the reader gives up early
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > UPLOAD_LIMIT) throw bodyTooLarge({ limit: UPLOAD_LIMIT });
      yield chunk;
    }
  } finally {
    request.setTimeout(0);
  }
}

export function uploadOf(request: Request): AsyncIterable<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_LIMIT) throw bodyTooLarge({ limit: UPLOAD_LIMIT });
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw unsupportedBody({ what: `Content-Encoding "${encoding}" is not accepted for uploads.` });
  return limited(request);
}
