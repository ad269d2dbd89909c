import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isSvcError, serverUnreachable, takesIdempotencyKey, type HostInfo } from '../api/index.js';
import { httpRequest, type HttpRequestParts } from './http-request.js';
import { readResponse } from './http-response.js';
import { NOTICE_HEADER, type RemoteCall, type RemoteCaller } from './invocation.js';
import { reasonOf } from './unreachable.js';

/** Before a call that changes something is sent again. */
const PAUSES: readonly number[] = [200, 1000, 3000];

/** What says that the connection broke when the server may have got the request. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** The answer was lost on its way, or the first attempt is still going on. */
function isPassing(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown; cause?: { code?: unknown } } };
  return code === 'request_in_progress' || [cause?.code, cause?.cause?.code].some((name) => BROKEN.has(String(name)));
}

/** Calls operations on a server over HTTP. Sends the token to the connection's origin only and follows no redirect. */
export class HttpCaller implements RemoteCaller {
  private readonly told = new Set<string>();

  constructor(private readonly host: HostInfo) {}

  async call({ operation, input, connection: connect, token, signal, upload, warn }: RemoteCall): Promise<unknown> {
    const stored = await connect();
    const connection = { origin: stored.origin, token: token ?? stored.token };
    const idempotencyKey = takesIdempotencyKey(operation) ? randomUUID() : undefined;
    const parts = { operation, input, connection, upload, userAgent: `svc/${this.host.version}`, idempotencyKey, signal };
    // with a key the server does it once, however often it is asked; a stream can be sent only once
    const pauses = idempotencyKey !== undefined && (upload === undefined || ArrayBuffer.isView(upload)) ? PAUSES : [];
    for (const ms of pauses) {
      try {
        return await this.attempt(parts, warn);
      } catch (error) {
        if (signal.aborted || !isPassing(error)) throw error;
        await pause(ms, undefined, { signal });
      }
    }
    return this.attempt(parts, warn);
  }

  private async attempt(parts: HttpRequestParts, warn: RemoteCall['warn']): Promise<unknown> {
    const { url, init } = httpRequest(parts);
    try {
      const response = await fetch(url, init);
      this.tell(response.headers.get(NOTICE_HEADER), warn);
      return await readResponse(response, parts.operation, url);
    } catch (error) {
      if (isSvcError(error) || parts.signal.aborted) throw error;
      throw serverUnreachable({ url: url.origin, why: reasonOf(error) }, { cause: error });
    }
  }

  /** Once in the life of the process: one command makes many calls. */
  private tell(notice: string | null, warn: RemoteCall['warn']): void {
    if (notice === null || warn === undefined || this.told.has(notice)) return;
    this.told.add(notice);
    try {
      warn(decodeURIComponent(notice));
    } catch (error) {
      // not written by a svc server: nothing that could be read
      if (!(error instanceof URIError)) throw error;
    }
  }
}
