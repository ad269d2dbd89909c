import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { listening } from '../../network/listening.js';

/** A server that answers as a test wants it to. */
export interface OddServer {
  readonly origin: string;
  /** What it was asked, in order. */
  readonly asked: readonly IncomingMessage[];
  /** Waits until somebody asks; answers the first one. */
  untilAsked(): Promise<IncomingMessage>;
  close(): Promise<void>;
}

/** Listens on loopback. Without a listener it never answers. */
export async function openOddServer(listener: RequestListener = () => undefined): Promise<OddServer> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    listener(request, response);
  });
  const first = new Promise<IncomingMessage>((done) => server.once('request', done));
  const address = await listening(server);
  return { origin: `http://127.0.0.1:${address.port}`, asked, untilAsked: () => first, close: () => address.close() };
}
