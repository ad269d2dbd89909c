import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { listening, type Listening } from '../../../test/network/listening.js';
import { outboundKey } from '../../outbound/contract/index.js';
import outboundModule from '../../outbound/module.js';
import { AllowListProxy } from './allow-list-proxy.js';
import { parseHostList } from './host-rules.js';

let host: TestHost;
let server: Listening;
let folder: string;
let socketPath: string;
let proxy: AllowListProxy;
let refused: string[];
let heard: IncomingMessage[];

beforeEach(async () => {
  heard = [];
  refused = [];
  server = await listening(
    createServer((asked, answer) => {
      heard.push(asked);
      void text(asked).then((body) => {
        answer.writeHead(201, { 'x-own': 'yes', connection: 'x-hop', 'x-hop': 'no' });
        answer.end(`${asked.method} ${asked.url} ${body}`);
      });
    }),
  );
  host = await startTestHost({
    modules: [outboundModule],
    env: { SVC_OUTBOUND_ALLOW: server.origin },
  });
  folder = await mkdtemp(join(tmpdir(), 'svc-proxy-'));
  socketPath = join(folder, 'proxy');
  const { port } = new URL(server.origin);
  const hosts = parseHostList(`127.0.0.1:${port}, 127.0.0.1:1, localhost:${port}, 10.0.0.1:80`);
  proxy = new AllowListProxy(
    { hosts, onRefused: (name) => refused.push(name) },
    await host.get(outboundKey),
  );
  await proxy.listen(socketPath);
});

afterEach(async () => {
  await proxy.close();
  await server.close();
  await host.stop();
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

function ask(path: string, options: RequestOptions = {}, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, ...options }, (answer) => {
      void text(answer).then((said) => {
        resolve({ status: answer.statusCode, headers: answer.headers, body: said });
      }, reject);
    });
    sent.once('connect', (answer: IncomingMessage, stream) => {
      void text(stream).then((said) => {
        resolve({ status: answer.statusCode, headers: answer.headers, body: said });
      }, reject);
      stream.end(`GET /inside HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    });
    sent.once('error', reject).end(body);
  });
}

describe('the proxy of a sandbox', () => {
  it('passes http requests on, without the headers of the connection, to the host of the address', async () => {
    const answer = await ask(
      `${server.origin}/path?query`,
      {
        method: 'POST',
        headers: {
          host: 'other.example',
          'x-own': 'yes',
          'proxy-authorization': 'Basic x',
          connection: 'close, x-hop',
          'x-hop': 'no',
        },
      },
      'body',
    );
    expect(answer).toMatchObject({ status: 201, body: 'POST /path?query body' });
    expect(answer.headers).toMatchObject({ 'x-own': 'yes' });
    expect(answer.headers['x-hop']).toBeUndefined();
    expect(heard[0]?.headers).toMatchObject({ host: new URL(server.origin).host, 'x-own': 'yes' });
    expect(heard[0]?.headers).not.toHaveProperty('proxy-authorization');
    expect(heard[0]?.headers).not.toHaveProperty('x-hop');
  });

  it('opens a tunnel', async () => {
    const answer = await ask(new URL(server.origin).host, { method: 'CONNECT' });
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('GET /inside');
  });

  it.each([
    ['example.com:443', 'CONNECT', 403],
    ['127.0.0.1:2', 'CONNECT', 403],
    ['http://example.com/', 'GET', 403],
    ['http://127.0.0.1/', 'GET', 403],
  ])('refuses %s by %s, and says so', async (path, method, status) => {
    expect((await ask(path, { method })).status).toBe(status);
    expect(refused).toHaveLength(1);
    expect(heard).toEqual([]);
  });

  it('refuses what is no address', async () => {
    for (const path of ['/', '/path', 'https://127.0.0.1/', 'ftp://a/', 'http://user@127.0.0.1/'])
      expect((await ask(path)).status).toBe(400);
    for (const path of ['x', ':1', '127.0.0.1:0', '127.0.0.1:99999', 'a@127.0.0.1:1'])
      expect((await ask(path, { method: 'CONNECT' })).status).toBe(400);
  });

  it('refuses addresses that are not public although the list has them', async () => {
    const { port } = new URL(server.origin);
    for (const target of ['10.0.0.1:80', `localhost:${port}`, '127.0.0.1:1'])
      expect((await ask(target, { method: 'CONNECT' })).status).toBe(403);
    expect(heard).toEqual([]);
  });

  it('answers 502 where nobody listens', async () => {
    await server.close();
    const { host: target } = new URL(server.origin);
    expect((await ask(target, { method: 'CONNECT' })).status).toBe(502);
    server = await listening(createServer());
  });

  it('closes tunnels when it is closed', async () => {
    const stream = connect(socketPath);
    const { host: target } = new URL(server.origin);
    stream.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`);
    await new Promise((resolve) => stream.once('data', resolve));
    const ended = new Promise((resolve) => stream.once('close', resolve));
    await proxy.close();
    await ended;
    await proxy.listen(socketPath);
  });

  it('survives nonsense', async () => {
    for (const nonsense of ['\0\0\0\n\n', 'CONNECT\r\n\r\n', 'GET http://[ HTTP/1.1\r\n\r\n']) {
      const stream = connect(socketPath);
      const ended = new Promise((resolve) => stream.once('close', resolve));
      stream.on('error', () => undefined).resume();
      stream.end(nonsense);
      await ended;
    }
    expect((await ask(`${server.origin}/`)).status).toBe(201);
  });
});
