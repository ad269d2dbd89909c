import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { recordingLog, type LogEntry } from '../../kernel/testing/index.js';
import { ConnectionLimit } from './connection-limit.js';
import { createLimitedServer } from './listen.js';
import { until } from '../../test/until.js';

// enough for two connections that are served and two that are answered with 503
const FREE = 36;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const log: LogEntry[] = [];

/** A server that answers when `answer` is called. */
async function serve(): Promise<{ port: number; answer: () => void; waiting: () => number }> {
  const answers: (() => void)[] = [];
  const own = recordingLog(log);
  const started = createLimitedServer(
    (_request, response) => answers.push(() => response.end('served')),
    own,
    {
      connections: new ConnectionLimit(own, FREE),
    },
  );
  server = started;
  await once(started.listen(0, '127.0.0.1'), 'listening');
  const answer = (): void => {
    for (const send of answers.splice(0)) send();
  };
  return { port: (started.address() as AddressInfo).port, answer, waiting: () => answers.length };
}

/** Sends a request over a connection of its own, which it leaves open. */
async function ask(port: number): Promise<{ socket: Socket; text: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const text = new Promise<string>((done) => {
    let seen = '';
    socket.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
      if (/served|issues/.test(seen)) done(seen);
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        done(seen);
      });
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { socket, text };
}

describe('ConnectionLimit', () => {
  it('answers as many connections as the limit allows, and asks the others to retry', async () => {
    const { port, answer, waiting } = await serve();
    const served = [await ask(port), await ask(port)];
    await until(() => waiting() === 2);
    const late = await ask(port);
    const text = await late.text;
    expect(text).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(text).toMatch(/^connection: close\r$/im);
    expect(text).toMatch(/^retry-after: 1\r$/im);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      status: 503,
      code: 'overloaded',
      exit: 6,
      retryAfterSeconds: 1,
    });
    const silent = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    const beyond = connect(port, '127.0.0.1');
    expect(String((await once(beyond, 'data'))[0])).toBe(text.replace(/^date: .*\r\n/im, ''));
    await once(beyond, 'close');
    expect(log).toMatchObject([{ level: 'warn', fields: { open: 3, served: 2 } }]);
    answer();
    for (const one of served) expect(await one.text).toMatch(/200 OK.*served/s);
    for (const { socket } of served) socket.destroy();
    for (const socket of silent) socket.destroy();
  });

  it('closes connections that wait for nothing when others come', async () => {
    const { port, answer, waiting } = await serve();
    const idle = [await ask(port), await ask(port)];
    await until(() => waiting() === 2);
    answer();
    for (const one of idle) expect(await one.text).toContain('served');
    const next = await ask(port);
    await until(() => waiting() === 1);
    answer();
    expect(await next.text).toMatch(/200 OK.*served/s);
  });
});
