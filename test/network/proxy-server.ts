import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { KeyPair } from './certificates.js';
import { listening } from './listening.js';

export interface ProxyOptions {
  /** The hosts it knows, `name:port`, and the ports of this machine that answer for them. */
  readonly hosts: ReadonlyMap<string, number>;
  /** `user:password`; without it nobody has to sign in. */
  readonly credentials?: string;
  /** Answers this status to all that is asked of it. */
  readonly refuses?: number;
  /** Speaks TLS itself. */
  readonly tls?: KeyPair;
}

export interface TestProxy {
  readonly origin: string;
  readonly port: number;
  /** What was asked of it: `CONNECT host:port`, or `GET http://host/path`. */
  readonly requests: readonly string[];
  /** Every header that was sent to it. */
  readonly headers: readonly IncomingMessage['headers'][];
  close(): Promise<void>;
}

class Rules {
  readonly requests: string[] = [];
  readonly headers: IncomingMessage['headers'][] = [];

  constructor(private readonly options: ProxyOptions) {}

  /** The status to refuse a request with, or the port to go on to. */
  decide(
    { method, url, headers }: IncomingMessage,
    host: string,
  ): { status: number } | { port: number } {
    this.requests.push(`${method ?? ''} ${url ?? ''}`);
    this.headers.push(headers);
    const { credentials, refuses, hosts } = this.options;
    if (refuses !== undefined) return { status: refuses };
    const expected =
      credentials === undefined
        ? undefined
        : `Basic ${Buffer.from(credentials).toString('base64')}`;
    if (expected !== undefined && headers['proxy-authorization'] !== expected)
      return { status: 407 };
    const port = hosts.get(host);
    return port === undefined ? { status: 502 } : { port };
  }
}

function forward(rules: Rules) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const target = new URL(request.url ?? '');
    const decision = rules.decide(request, `${target.hostname}:${target.port || '80'}`);
    if ('status' in decision) {
      response
        .writeHead(decision.status, { 'content-type': 'text/html' })
        .end('<h1>the proxy says no</h1>'.repeat(1000));
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !name.startsWith('proxy-')),
    );
    const { method, url } = { method: request.method, url: target.pathname + target.search };
    const onward = httpRequest(
      { host: '127.0.0.1', port: decision.port, method, path: url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, response, () => undefined);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
}

function tunnel(rules: Rules) {
  return (request: IncomingMessage, client: Socket, head: Buffer): void => {
    const decision = rules.decide(request, request.url ?? '');
    if ('status' in decision) {
      const challenge =
        decision.status === 407
          ? 'proxy-authenticate: Basic realm="proxy"\r\nconnection: close\r\n'
          : '';
      client.end(`HTTP/1.1 ${decision.status} No\r\n${challenge}content-length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(decision.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      client.pipe(onward).pipe(client);
    });
    onward.on('error', () => client.destroy());
    client.on('error', () => onward.destroy()).on('close', () => onward.destroy());
  };
}

/** A forward proxy: CONNECT for what is encrypted, whole addresses for what is not. Nothing but it knows its hosts. */
export async function startProxy(options: ProxyOptions): Promise<TestProxy> {
  const rules = new Rules(options);
  const { tls } = options;
  const server =
    tls === undefined ? createServer(forward(rules)) : createTlsServer(tls, forward(rules));
  server.on('connect', tunnel(rules));
  const listener = await listening(server);
  const { port } = listener;
  const origin = tls === undefined ? `http://127.0.0.1:${port}` : `https://127.0.0.1:${port}`;
  return {
    origin,
    port,
    requests: rules.requests,
    headers: rules.headers,
    close: () => listener.close(),
  };
}
