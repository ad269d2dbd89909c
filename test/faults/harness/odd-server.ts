import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { listening, type Listening } from '../../network/listening.js';

/** A server that answers as a test wants it to. */
export interface OddServer extends Listening {
  /** What it was asked, in order. */
  readonly asked: readonly IncomingMessage[];
  /** Waits until somebody asks; answers the first one. */
  untilAsked(): Promise<IncomingMessage>;
}

/** Listens on loopback. Without a listener it never answers. */
export async function openOddServer(
  listener: RequestListener = () => undefined,
): Promise<OddServer> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    listener(request, response);
  });
  const first = new Promise<IncomingMessage>((done) => server.once('request', done));
  return { ...(await listening(server)), asked, untilAsked: () => first };
}
