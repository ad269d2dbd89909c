import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Log } from 'svc-registry/kernel';
import { addressUnavailable } from '../module/contract/errors.js';
import type { MessageClasses } from './message-classes.js';
import { discardBody } from './problem.js';

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

/** The response to requests that do not reach the app, in the format of all other errors. */
function refusal(status: number): Refusal {
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
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  };
  return { head: `${status} ${title}`, headers, body };
}

/** The same response as text, for a connection on which no request could be parsed. */
function refusalText(status: number): string {
  const { head, headers, body } = refusal(status);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${head}`, ...lines, '', body].join('\r\n');
}

/** Answers data that is not an HTTP request. */
function refuseSocket({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(refusalText(parserStatus.get(code) ?? 400));
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
  const { headers, body } = refusal(status);
  response.writeHead(status, headers).end(body);
  discardBody(request);
}

/**
 * Requires exactly one `Host`, so that no proxy on the way can read another host from the request (RFC 9112, section 3.2); HTTP/1.0 may have
 * none.
 */
function namesOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** Time limits of clients, in milliseconds. */
export interface TimeLimits {
  /** Between two checks of the connections. */
  readonly connectionsCheckingInterval: number;
  /** For the whole of a request's headers, its first byte included. */
  readonly headersTimeout: number;
  /** For the whole of a request. */
  readonly requestTimeout: number;
  /** For a connection on which no data flows in either direction. */
  readonly idleTimeout: number;
}

const defaultTimeLimits: TimeLimits = {
  connectionsCheckingInterval: 2_000,
  headersTimeout: 15_000,
  requestTimeout: 300_000,
  idleTimeout: 120_000,
};

const MOST_CONNECTIONS = 10_000;

export interface LimitedServerOptions {
  readonly timeLimits?: TimeLimits;
  /** The classes of requests and responses; default is Node's own. */
  readonly classes?: MessageClasses;
}

/** A server with limits on connections and times, so that many, slow or silent clients cannot exhaust it. */
export function createLimitedServer(
  listener: RequestListener,
  log: Log,
  { timeLimits = defaultTimeLimits, classes = {} }: LimitedServerOptions = {},
): Server {
  const { idleTimeout, ...limits } = timeLimits;
  // Node itself would answer a missing Host, and an unknown Expect, with an empty body
  const server = createServer(
    { ...limits, ...classes, requireHostHeader: false },
    (request, response) => {
      if (!namesOneHost(request)) refuse(request, response, 400);
      else listener(request, response);
    },
  );
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    refuse(request, response, 417);
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on('drop', () => {
    log.warn({ open: server.maxConnections }, 'a connection was dropped: no more may be open');
  });
  server.setTimeout(idleTimeout);
  server.on('clientError', refuseSocket);
  return server;
}

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Starts listening; answers the port that was assigned. Connections that fail later are logged and do not end the server. */
export function listen(server: Server, { host, port }: Address, log: Log): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = reasons.get(error.code ?? '') ?? error.message;
      failed(addressUnavailable({ address: `${host}:${port}`, why }, { cause: error }));
    });
    server.listen({ host, port }, () => {
      server.removeAllListeners('error').on('error', (error) => {
        log.warn({ err: error }, 'a connection was not accepted');
      });
      done((server.address() as AddressInfo).port);
    });
  });
}

/** Stops accepting connections and waits for open responses, but no longer than `limit` milliseconds. */
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
