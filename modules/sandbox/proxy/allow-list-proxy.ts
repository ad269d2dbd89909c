import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { pipeline, type Duplex } from 'node:stream';
import { isSvcError } from 'svc-registry/kernel';
import type { Outbound, OutboundHost } from '../../outbound/contract/index.js';
import { parsedUrl } from '../../../toolbox/parsed-url.js';
import { allows, parseAuthority, type HostRule } from './host-rules.js';

/** Connections at once; an agent with its helpers needs a few dozen. */
const CONNECTIONS = 256;
/** Milliseconds until a connection to a host must be open. */
const CONNECT_TIME = 20_000;

/** Headers that belong to one connection and are not passed on (RFC 9110, 7.6.1). */
const OF_CONNECTION = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'proxy-authenticate'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '').toLowerCase().split(/\s*,\s*/);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name) && !named.includes(name)),
  );
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface ProxyRules {
  readonly hosts: readonly HostRule[];
  /** Called for each connection that is refused because of its host. */
  readonly onRefused?: ((host: string) => void) | undefined;
}

/** Lets programs in a sandbox connect to some hosts, by CONNECT and, for http, by whole addresses. It knows who they are by its socket. */
export class AllowListProxy {
  private readonly server: Server;
  private readonly streams = new Set<Duplex>();

  constructor(
    private readonly rules: ProxyRules,
    private readonly outbound: Outbound,
  ) {
    this.server = createServer({ maxHeaderSize: 16 * 1024 }, (asked, answer) => {
      void this.forward(asked, answer);
    });
    this.server.maxConnections = CONNECTIONS;
    this.server.on('connection', (stream: Duplex) => {
      this.keep(stream);
    });
    this.server.on('connect', (asked: IncomingMessage, stream: Duplex, head: Buffer) => {
      void this.tunnel(asked, stream, head);
    });
  }

  async listen(path: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(path, resolve);
    });
  }

  async close(): Promise<void> {
    for (const stream of this.streams) stream.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private keep(stream: Duplex): void {
    this.streams.add(stream);
    stream.on('error', () => stream.destroy()).on('close', () => this.streams.delete(stream));
  }

  /** An open connection, or the answer why there is none. */
  private async connected(to: OutboundHost | undefined): Promise<Duplex | Answer> {
    if (to === undefined) return { status: 400, text: 'The sandbox cannot read this address.' };
    const what = `The host ${to.host}:${to.port}`;
    if (!allows(this.rules.hosts, to)) {
      this.rules.onRefused?.(`${to.host}:${to.port}`);
      return { status: 403, text: `${what} is not allowed in this sandbox.` };
    }
    try {
      const stream = await this.outbound.connect(to, { what, milliseconds: CONNECT_TIME });
      this.keep(stream);
      return stream;
    } catch (error) {
      // whatever a program asks for, it must not end the process outside
      if (!isSvcError(error)) return { status: 502, text: `${what} cannot be reached.` };
      return { status: error.code === 'outbound_refused' ? 403 : 502, text: error.message };
    }
  }

  private async tunnel(asked: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const found = await this.connected(parseAuthority(asked.url ?? ''));
    if ('status' in found) {
      const reason = found.status === 403 ? 'Forbidden' : 'Bad Gateway';
      stream.end(
        `HTTP/1.1 ${found.status} ${reason}\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${found.text}\n`,
      );
      return;
    }
    stream.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) found.write(head);
    for (const [from, to] of [
      [stream, found],
      [found, stream],
    ] as const)
      pipeline(from, to, () => undefined);
  }

  private async forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = parsedUrl(asked.url ?? '');
    const plain = url?.protocol === 'http:' && url.username === '' && url.password === '';
    const found = await this.connected(plain ? parseAuthority(url.host, 80) : undefined);
    if ('status' in found || url === undefined) {
      const { status, text } = found as Answer;
      answer.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
      answer.end(`${text}\n`);
      return;
    }
    const sent = request({
      createConnection: () => found,
      method: asked.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...passedOn(asked.headers), host: url.host, connection: 'close' },
    });
    sent.once('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, passedOn(given.headers));
      pipeline(given, answer, () => undefined);
    });
    sent.once('error', () => answer.destroy());
    answer.once('close', () => sent.destroy());
    pipeline(asked, sent, () => undefined);
  }
}
