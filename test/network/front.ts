import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening, type Listening } from './listening.js';

/** A request that stands before the server. */
export interface Passing {
  /** Such as `GET /path`. */
  readonly what: string;
  readonly answer: ServerResponse;
  /** Asks the server; without `deliver` its answer goes back as it is. */
  readonly passOn: (deliver?: (found: IncomingMessage) => void) => void;
}

/** Stands before a server: what becomes of a request and its answer `treat` says. */
export async function frontBefore(
  upstream: string,
  treat: (passing: Passing) => void,
): Promise<Listening> {
  const { host } = new URL(upstream);
  const server = createServer((asked, answer) => {
    const { method = '', url = '', headers } = asked;
    const asItIs = (found: IncomingMessage): void => {
      answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(answer);
    };
    const passOn = (deliver = asItIs): void => {
      asked.pipe(
        request(new URL(url, upstream), { method, headers: { ...headers, host } }, deliver),
      );
    };
    treat({ what: `${method} ${url}`, answer, passOn });
  });
  return listening(server);
}
