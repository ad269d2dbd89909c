import { createServer, STATUS_CODES, type RequestListener, type Server, type ServerResponse } from 'node:http';
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

interface Refusal {
  readonly head: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

/** The answer to what does not get as far as the app, in the form in which all errors are answered. */
function refusal(status: number): Refusal {
  const title = STATUS_CODES[status] ?? '';
  const problem = { type: 'about:blank', title, status, detail: 'The request cannot be read.', code: 'bad_request', exit: 3, issues: [] };
  const body = JSON.stringify(problem);
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  };
  return { head: `${status} ${title}`, headers, body };
}

/** Answers what is no HTTP request. */
function refuseSocket({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { head, headers, body } = refusal(parserStatus.get(code) ?? 400);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${head}`, ...lines, '', body].join('\r\n'));
}

function refuse(response: ServerResponse, status: number): void {
  const { headers, body } = refusal(status);
  response.writeHead(status, headers).end(body);
}

/** A server that slow or silent clients cannot wear out. */
export function createLimitedServer(listener: RequestListener): Server {
  const limits = { connectionsCheckingInterval: 2_000, headersTimeout: 15_000, requestTimeout: 300_000 };
  // Node would refuse a request without Host, and an unknown Expect, with an empty answer
  const server = createServer({ ...limits, requireHostHeader: false }, (request, response) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') refuse(response, 400);
    else listener(request, response);
  });
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    refuse(response, 417);
  });
  server.maxConnections = 10_000;
  server.on('clientError', refuseSocket);
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
