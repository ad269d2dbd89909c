import { frontBefore } from '../network/front.js';
import type { Listening } from '../network/listening.js';

/** Passes everything on, but of an archive no more than its first byte. */
export function startSlowServer(upstream: string, reached: () => void): Promise<Listening> {
  return frontBefore(upstream, ({ what, answer, passOn }) => {
    if (!what.endsWith('/archive')) {
      passOn();
      return;
    }
    passOn((found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.once('data', (chunk: Buffer) => {
        answer.write(chunk.subarray(0, 1));
        reached();
      });
    });
  });
}
