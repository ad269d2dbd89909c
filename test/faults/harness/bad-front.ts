import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening, type Listening } from '../../network/listening.js';

/** What becomes of an archive on its way. */
export type Trouble =
  | { readonly kind: 'none' }
  /** The connection breaks after this part of it. */
  | { readonly kind: 'cut'; readonly after: number }
  /** One byte is another one. */
  | { readonly kind: 'damaged' }
  /** The server has no time, and says for how many seconds; `times`: after so many refusals it has. */
  | { readonly kind: 'busy'; readonly status: 429 | 503; readonly seconds: number; readonly times?: number };

/** Stands before a registry and passes everything on, but archives meet with the trouble of the moment. */
export class BadFront {
  trouble: Trouble = { kind: 'none' };
  /** How often it has refused an archive since it was made. */
  refusals = 0;

  private constructor(private readonly upstream: string) {}

  static async before(upstream: string): Promise<BadFront & Listening & { readonly origin: string }> {
    const server = createServer();
    const front = new BadFront(upstream);
    server.on('request', (asked, answer) => {
      front.#passOn(asked, answer);
    });
    const address = await listening(server);
    return Object.assign(front, address, { origin: `http://127.0.0.1:${address.port}` });
  }

  #passOn(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url = '', headers } = asked;
    const onward = request(new URL(url, this.upstream), { method, headers: { ...headers, host: new URL(this.upstream).host } }, (found) => {
      const chunks: Buffer[] = [];
      found.on('data', (chunk: Buffer) => chunks.push(chunk));
      found.on('end', () => {
        this.#deliver(found, Buffer.concat(chunks), { answer, trouble: url.endsWith('/archive') ? this.trouble : { kind: 'none' } });
      });
    });
    asked.pipe(onward);
  }

  #deliver(found: IncomingMessage, body: Buffer, { answer, trouble }: { answer: ServerResponse; trouble: Trouble }): void {
    if (trouble.kind === 'busy') {
      this.refusals += 1;
      if (trouble.times !== undefined) this.trouble = trouble.times > 1 ? { ...trouble, times: trouble.times - 1 } : { kind: 'none' };
      answer.writeHead(trouble.status, { 'retry-after': String(trouble.seconds) }).end();
      return;
    }
    answer.writeHead(found.statusCode ?? 502, found.headers);
    if (trouble.kind === 'cut') answer.write(body.subarray(0, Math.floor(body.length * trouble.after)), () => answer.destroy());
    else answer.end(trouble.kind === 'damaged' ? damaged(body) : body);
  }
}

function damaged(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  const middle = copy.length >> 1;
  copy[middle] = (copy[middle] ?? 0) ^ 0xff;
  return copy;
}
