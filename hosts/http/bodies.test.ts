import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import express, { type Request } from 'express';
import type { Server } from 'node:http';
import { PassThrough } from 'node:stream';
import { RecordingLog } from '../../test/contract/open-database.js';
import { bodies } from './body-budget.js';
import { readJsonBody, readWebBody } from './json-body.js';
import { createLimitedServer, listen } from './listen.js';
import { requestError, sendProblem } from './problem.js';
import { receiveUpload } from './request-body.js';

const TIME_LIMIT = 0.2;
let server: Server;
let port: number;

async function size(request: Request): Promise<number> {
  let bytes = 0;
  for await (const chunk of receiveUpload(request, TIME_LIMIT)) bytes += chunk.length;
  return bytes;
}

const read: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
  '/json': (request) => readJsonBody(request, { seconds: TIME_LIMIT }),
  '/upload': size,
};

const readWeb = (request: Request) => readWebBody(request, { bytes: 1024, seconds: TIME_LIMIT });

beforeAll(async () => {
  const log = new RecordingLog();
  const app = express();
  app.use(async (request, response) => {
    try {
      const answer = (read[request.path] ?? readWeb)(request);
      response.end(JSON.stringify(await answer));
    } catch (error) {
      sendProblem(requestError(error, request), request, response);
    }
  });
  server = createLimitedServer(app, log);
  port = await listen(server, { host: '127.0.0.1', port: 0 }, log);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends the beginning of a body and nothing more; answers what it receives. */
function begin(path: string): Promise<string> {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":`,
      );
    });
    socket.on('error', failed).once('data', (chunk) => {
      socket.destroy();
      done(chunk.toString('latin1'));
    });
  });
}

it.each([...Object.keys(read), '/web'])('a body that stands still is refused: %s', async (path) => {
  const answer = await begin(path);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"code":"body_not_received"');
});

it.each(Object.keys(read))('a body that arrives is read: %s', async (path) => {
  const body = '{"a":1}';
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect(await response.json()).toEqual(path === '/json' ? { a: 1 } : body.length);
});

it.each(Object.keys(read))(
  'a body for which others leave no room is refused with a time to try again: %s',
  async (path) => {
    const answer = new PassThrough();
    const hold = bodies.of({ res: answer } as unknown as Request);
    while (hold(1024) === undefined);
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body: JSON.stringify({ a: 'x'.repeat(64 * 1024) }),
      headers: { 'content-type': 'application/json' },
    }).finally(() => answer.destroy());
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await response.json()).toMatchObject({
      code: 'receiving_too_much',
      retryAfterSeconds: 5,
    });
  },
);

it.each(Object.keys(read))(
  'a body without an end is refused as too large while it arrives: %s',
  async (path) => {
    const answer = await new Promise<string>((done, failed) => {
      const block = Buffer.alloc(1024 * 1024, 'x');
      const chunk = Buffer.concat([
        Buffer.from(`${block.length.toString(16)}\r\n`),
        block,
        Buffer.from('\r\n'),
      ]);
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
        );
        const more = (): void => {
          if (socket.writable) socket.write(chunk, more);
        };
        more();
      });
      socket.on('error', failed).once('data', (answer) => {
        socket.destroy();
        done(answer.toString('latin1'));
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"body_too_large"');
  },
);
