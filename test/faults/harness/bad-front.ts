import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { frontBefore } from '../../network/front.js';
import type { Listening } from '../../network/listening.js';

/** What becomes of an archive on its way. */
export type Trouble =
  | { readonly kind: 'none' }
  /** The connection breaks after this part of it. */
  | { readonly kind: 'cut'; readonly after: number }
  /** One byte is another one. */
  | { readonly kind: 'damaged' }
  /** The server has no time, and says for how many seconds; `times`: after so many refusals it has. */
  | {
      readonly kind: 'busy';
      readonly status: 429 | 503;
      readonly seconds: number;
      readonly times?: number;
    };

/** Stands before a registry: its archives meet with the trouble of the moment. */
export class BadFront {
  trouble: Trouble = { kind: 'none' };
  /** How often it has refused an archive since it was made. */
  refusals = 0;

  static async before(upstream: string): Promise<BadFront & Listening> {
    const bad = new BadFront();
    const front = await frontBefore(upstream, ({ what, answer, passOn }) => {
      if (what.endsWith('/archive')) passOn((found) => void bad.#deliver(found, answer));
      else passOn();
    });
    return Object.assign(bad, front);
  }

  async #deliver(found: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(found);
    const { trouble } = this;
    if (trouble.kind === 'busy') {
      this.refusals += 1;
      if (trouble.times !== undefined)
        this.trouble =
          trouble.times > 1 ? { ...trouble, times: trouble.times - 1 } : { kind: 'none' };
      answer.writeHead(trouble.status, { 'retry-after': String(trouble.seconds) }).end();
      return;
    }
    answer.writeHead(found.statusCode ?? 502, found.headers);
    if (trouble.kind === 'cut')
      answer.write(body.subarray(0, Math.floor(body.length * trouble.after)), () =>
        answer.destroy(),
      );
    else answer.end(trouble.kind === 'damaged' ? damaged(body) : body);
  }
}

function damaged(body: Buffer): Buffer {
  const copy = Buffer.from(body);
  const middle = copy.length >> 1;
  copy[middle] = (copy[middle] ?? 0) ^ 0xff;
  return copy;
}
