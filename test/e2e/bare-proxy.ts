import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

export interface BareProxy {
  readonly origin: string;
  close(): void;
}

const TAKEN: ReadonlySet<string> = new Set(['content-security-policy', 'x-content-type-options']);

/** A server's pages without the headers that protect them: what happens then, the texts of the pages do by themselves. */
export async function openBareProxy(origin: string): Promise<BareProxy> {
  const server = createServer((asked, answer) => {
    const { method, headers } = asked;
    const { host } = new URL(origin);
    const forwarded = request(
      new URL(asked.url ?? '/', origin),
      { method, headers: { ...headers, host } },
      (found) => {
        const kept = Object.entries(found.headers).filter(([name]) => !TAKEN.has(name));
        answer.writeHead(found.statusCode ?? 500, Object.fromEntries(kept));
        // a browser that leaves the page ends it
        pipeline(found, answer).catch(() => answer.destroy());
      },
    );
    forwarded.on('error', () => answer.destroy());
    forwarded.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
