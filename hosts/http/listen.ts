import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { addressUnavailable } from '../module/contract/errors.js';

const reasons: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'something else listens there'],
  ['EACCES', 'this user may not open that port'],
  ['EADDRNOTAVAIL', 'this machine does not have that address'],
  ['ENOTFOUND', 'there is no such host'],
]);

const parserStatus: ReadonlyMap<string, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** Answers what is no HTTP request, in the form in which all errors are answered. */
function refuse({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = parserStatus.get(code) ?? 400;
  const title = STATUS_CODES[status] ?? '';
  const body = JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: 'The request cannot be read.',
    code: 'bad_request',
    exit: 3,
    issues: [],
  });
  const head = `HTTP/1.1 ${status} ${title}\r\nConnection: close\r\nContent-Type: application/problem+json; charset=utf-8`;
  socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** A server that slow or silent clients cannot wear out. */
export function createLimitedServer(listener: RequestListener): Server {
  const server = createServer({ connectionsCheckingInterval: 2_000, headersTimeout: 15_000, requestTimeout: 300_000 }, listener);
  server.maxConnections = 10_000;
  server.on('clientError', refuse);
  return server;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Starts listening; answers the port that it got. */
export function listen(server: Server, { host, port }: Address): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = reasons.get(error.code ?? '') ?? error.message;
      failed(addressUnavailable({ address: `${host}:${port}`, why }, { cause: error }));
    });
    server.listen({ host, port }, () => {
      done((server.address() as AddressInfo).port);
    });
  });
}

/** Stops accepting and waits for the answers under way, but no longer than `limit` milliseconds. */
export async function closeServer(server: Server, limit: number): Promise<void> {
  const closed = new Promise<void>((done) => {
    server.close(() => {
      done();
    });
  });
  // a connection becomes idle when its answer is complete
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, 100);
  const last = setTimeout(() => {
    server.closeAllConnections();
  }, limit);
  await closed;
  clearInterval(idle);
  clearTimeout(last);
}
