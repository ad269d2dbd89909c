import { request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import { pipeline } from 'node:stream';
import type { KeyPair } from './certificates.js';
import { listening, type Listening } from './listening.js';

/** What stands before a server and speaks TLS for it, as nginx would. It tells the server whom it speaks for. */
export async function startTlsFront(pair: KeyPair, port: number): Promise<Listening> {
  return listening(
    createServer(pair, (request, response) => {
      const { method, url, headers: sent, socket } = request;
      const forwarded = {
        'x-forwarded-for': socket.remoteAddress,
        'x-forwarded-proto': 'https',
        'x-forwarded-host': sent.host,
      };
      const headers = { ...sent, ...forwarded, host: `127.0.0.1:${port}` };
      const onward = httpRequest(
        { host: '127.0.0.1', port, method, path: url, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          pipeline(answer, response, () => undefined);
        },
      );
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    }),
  );
}
