import { isSvcError, serverUnreachable, type HostInfo } from '../api/index.js';
import { httpRequest } from './http-request.js';
import { readResponse } from './http-response.js';
import { NOTICE_HEADER, type RemoteCall, type RemoteCaller } from './invocation.js';
import { reasonOf } from './unreachable.js';

/** Calls operations on a server over HTTP. Sends the token to the connection's origin only and follows no redirect. */
export class HttpCaller implements RemoteCaller {
  private readonly told = new Set<string>();

  constructor(private readonly host: HostInfo) {}

  async call({ operation, input, connection: connect, token, signal, upload, warn }: RemoteCall): Promise<unknown> {
    const stored = await connect();
    const connection = { origin: stored.origin, token: token ?? stored.token };
    const userAgent = `svc/${this.host.version}`;
    const { url, init } = httpRequest({ operation, input, connection, upload, userAgent, signal });
    try {
      const response = await fetch(url, init);
      this.tell(response.headers.get(NOTICE_HEADER), warn);
      return await readResponse(response, operation, url);
    } catch (error) {
      if (isSvcError(error) || signal.aborted) throw error;
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
