import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLimitedServer, listen } from '../../hosts/http/listen.js';
import { RecordingLog } from '../contract/open-database.js';
import { countsOf } from './harness/counts.js';
import { rounds, wait } from './harness/rounds.js';
import { until } from '../until.js';

const SOCKETS = rounds(400, 2_000);
const TIME_LIMITS = {
  connectionsCheckingInterval: 100,
  headersTimeout: 1_000,
  requestTimeout: 2_000,
  idleTimeout: 1_500,
};
/** More than the buffers on the way hold. */
const LARGE = Buffer.alloc(50 * 1024 * 1024);

const head = 'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n';

/** What a client does once it is connected, and what it receives before its connection ends. */
const habits: { habit: string; start: (socket: Socket) => void; told: RegExp }[] = [
  { habit: 'says nothing', start: () => undefined, told: /^(HTTP\/1\.1 408|$)/ },
  {
    habit: 'sends its headers byte by byte',
    start: (socket) => {
      drip(socket, head);
    },
    told: /^HTTP\/1\.1 408/,
  },
  {
    habit: 'sends its body byte by byte',
    start: (socket) => {
      drip(socket, 'x'.repeat(1000), `${head}\r\n`);
    },
    told: /^HTTP\/1\.1 408/,
  },
  {
    habit: 'does not read the answer',
    start: (socket) => {
      socket.pause().write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
    },
    told: /^HTTP\/1\.1 200/,
  },
];

function drip(socket: Socket, text: string, first = ''): void {
  let at = 0;
  socket.write(first + text.charAt(at));
  const timer = setInterval(() => socket.write(text.charAt((at += 1))), 200);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

const log = new RecordingLog();
let server: Server;
let port: number;
/** How many connections the server has accepted. */
let accepted = 0;
const counts = countsOf('L1 slow clients');

beforeAll(async () => {
  server = createLimitedServer(
    (request, response) => {
      if (request.url === '/large') response.end(LARGE);
      else request.resume().on('end', () => response.end('served'));
    },
    log,
    { timeLimits: TIME_LIMITS },
  );
  server.on('connection', () => (accepted += 1));
  port = await listen(server, { host: '127.0.0.1', port: 0 }, log);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A connected client, and what it had received when its connection ended. */
function client(
  start: (socket: Socket) => void,
): Promise<{ socket: Socket; told: Promise<string> }> {
  return new Promise((connected) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      start(socket);
      connected({ socket, told });
    });
    socket.on('data', (chunk) => (text ||= chunk.toString('latin1').slice(0, 100)));
    // what drips after the server has closed
    socket.on('error', () => undefined);
    const told = new Promise<string>((done) =>
      socket.on('close', () => {
        done(text);
      }),
    );
  });
}

const openConnections = (): Promise<number> =>
  new Promise((done, failed) => {
    server.getConnections((error, count) => {
      if (error === null) done(count);
      else failed(error);
    });
  });

it.each(habits)(
  'a client that $habit is sent away, and others are served meanwhile',
  async ({ habit, start, told }) => {
    const before = accepted;
    const clients = await Promise.all(
      Array.from({ length: SOCKETS / habits.length }, () => client(start)),
    );
    // not those that are open: on a busy machine the first of them have been closed again
    await until(() => accepted >= before + clients.length);
    // one connection is that of the others
    while ((await openConnections()) > 1) {
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' });
      expect([response.status, await response.text()]).toEqual([200, 'served']);
      counts.add('others served');
      await wait(50);
    }
    for (const { socket } of clients) socket.resume();
    for (const each of clients) expect(await each.told).toMatch(told);
    counts.add(habit, clients.length);
  },
);
