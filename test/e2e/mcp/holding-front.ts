import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening, type Listening } from '../../network/listening.js';

/** Stands before a registry and passes everything on; requests that match `held` get no answer for as long as it is set. */
export class HoldingFront {
  held: RegExp | undefined;
  /** Requests that were held, as `GET /path`. */
  readonly stopped: string[] = [];

  private constructor(private readonly upstream: string) {}

  static async before(upstream: string): Promise<HoldingFront & Listening & { readonly origin: string }> {
    const server = createServer();
    const front = new HoldingFront(upstream);
    server.on('request', (asked, answer) => {
      front.#passOn(asked, answer);
    });
    const address = await listening(server);
    return Object.assign(front, address, { origin: `http://127.0.0.1:${address.port}` });
  }

  #passOn(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url = '', headers } = asked;
    const what = `${method ?? ''} ${url}`;
    if (this.held?.test(what) === true) {
      this.stopped.push(what);
      return;
    }
    const onward = request(new URL(url, this.upstream), { method, headers: { ...headers, host: new URL(this.upstream).host } }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    });
    asked.pipe(onward);
  }
}
