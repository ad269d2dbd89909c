import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  isSvcError,
  serverUnreachable,
  takesIdempotencyKey,
  type Connection,
  type HostInfo,
} from '../api/index.js';
import { httpRequest, type HttpRequestParts } from './http-request.js';
import { readResponse } from './http-response.js';
import { NOTICE_HEADER, type RemoteCall, type RemoteCaller } from './invocation.js';
import { RefusedTokens } from './refused-tokens.js';
import { Repetition } from './repetition.js';
import { reasonOf } from './unreachable.js';

/** With a key the server executes repeated requests only once; a stream, however, can be sent only once. */
const isRepeatable = ({ idempotencyKey, upload }: HttpRequestParts): boolean =>
  idempotencyKey !== undefined && (upload === undefined || ArrayBuffer.isView(upload));

/** Calls operations on a server over HTTP. Sends the token to the connection's origin only and follows no redirects. */
export class HttpCaller implements RemoteCaller {
  private readonly shown = new Set<string>();
  private readonly refused: RefusedTokens;

  constructor(
    private readonly host: HostInfo,
    private readonly pause = (ms: number, signal: AbortSignal): Promise<void> =>
      setTimeout(ms, undefined, { signal }),
  ) {
    this.refused = new RefusedTokens(host);
  }

  async call(call: RemoteCall): Promise<unknown> {
    const stored = await call.connection();
    this.warn(stored.warning, call.progress);
    const given = call.token ?? stored.token;
    // a token given for one call identifies its holder: a repetition without it would be another
    // caller's
    if (call.token !== undefined || given === undefined)
      return this.send(call, { origin: stored.origin, token: given });
    return this.refused.answer(call, stored, (connection) => this.send(call, connection));
  }

  private async send(
    { operation, input, signal, upload, progress }: RemoteCall,
    connection: Connection,
  ): Promise<unknown> {
    const idempotencyKey = takesIdempotencyKey(operation) ? randomUUID() : undefined;
    const parts = {
      operation,
      input,
      connection,
      upload,
      userAgent: `svc/${this.host.version}`,
      idempotencyKey,
      signal,
    };
    const repetition = isRepeatable(parts) ? new Repetition() : undefined;
    for (;;) {
      try {
        return await this.attempt(parts, progress);
      } catch (error) {
        const ms = signal.aborted ? undefined : repetition?.pauseAfter(error);
        if (ms === undefined) throw error;
        await this.pause(ms, signal);
      }
    }
  }

  private async attempt(
    parts: HttpRequestParts,
    progress: RemoteCall['progress'],
  ): Promise<unknown> {
    const { url, init } = httpRequest(parts);
    try {
      const response = await this.host.fetch(url, init);
      this.warn(noticeOf(response), progress);
      return await readResponse(response, parts.operation, url);
    } catch (error) {
      if (isSvcError(error) || parts.signal.aborted) throw error;
      throw serverUnreachable({ url: url.origin, why: reasonOf(error) }, { cause: error });
    }
  }

  /** Warns once per process, because one command makes many calls. */
  private warn(text: string | undefined, progress: RemoteCall['progress']): void {
    if (text === undefined || progress === undefined || this.shown.has(text)) return;
    this.shown.add(text);
    progress.warn(text);
  }
}

/** The server's notice for the person. */
function noticeOf({ headers }: Response): string | undefined {
  const notice = headers.get(NOTICE_HEADER);
  try {
    return notice === null ? undefined : decodeURIComponent(notice);
  } catch {
    return undefined; // not from a svc server, so there is no readable notice
  }
}
