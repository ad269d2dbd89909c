import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { listening, type Listening } from '../../../test/network/listening.js';
import { refusedAddresses } from '../../../test/network/refused-addresses.js';
import { outboundKey, type Outbound, type OutboundLimits } from '../contract/index.js';
import outboundModule from '../module.js';

const limits: OutboundLimits = { what: 'The schema', bytes: 1000, milliseconds: 5000 };

let server: Listening;
let answer: RequestListener;
let connections = 0;
const hosts: TestHost[] = [];

beforeEach(async () => {
  connections = 0;
  const http = createServer((request, response) => {
    answer(request, response);
  }).on('connection', () => {
    connections += 1;
  });
  server = await listening(http);
});

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.stop();
  await server.close();
});

async function outbound(env: Record<string, string> = {}): Promise<Outbound> {
  const host = await startTestHost({ modules: [outboundModule], env });
  hosts.push(host);
  return host.get(outboundKey);
}

const allowed = (): Promise<Outbound> =>
  outbound({ SVC_OUTBOUND_ALLOW: `http://a.test, ${server.origin}` });

it('refuses every spelling of an address that is not public, and connects to none', async () => {
  const { fetch } = await outbound().then((service) => ({ fetch: service.fetch.bind(service) }));
  const codes = new Map<string, unknown>();
  const refused = refusedAddresses(server.port);
  for (const url of refused) {
    const error: unknown = await fetch(url, {}, limits).catch((reason: unknown) => reason);
    codes.set(url, (error as { code?: unknown }).code);
  }
  expect(refused.length).toBeGreaterThan(90);
  expect([...codes].filter(([, code]) => code !== 'outbound_refused')).toEqual([]);
  expect(connections).toBe(0);
});

describe('an origin that the operator allows', () => {
  it('answers with status, headers and body', async () => {
    answer = (request, response) => {
      response.writeHead(418, { 'x-a': `${request.method} ${String(request.headers['x-b'])}` });
      request.pipe(response);
    };
    const request = { method: 'POST', headers: { 'x-b': 'c' }, body: 'hello' } as const;
    const response = await (await allowed()).fetch(`${server.origin}/x`, request, limits);
    expect([response.status, response.headers.get('x-a')]).toEqual([418, 'POST c']);
    expect(await response.text()).toBe('hello');
  });

  it('may have as many bytes as allowed, and no more, whether it says how many or not', async () => {
    const service = await allowed();
    const read = async (bytes: number, header: boolean) => {
      answer = (_request, response) => {
        if (header) response.setHeader('content-length', bytes);
        else response.write('');
        response.end(Buffer.alloc(bytes));
      };
      return (await service.read(server.origin, limits)).byteLength;
    };
    for (const header of [true, false]) {
      expect(await read(1000, header)).toBe(1000);
      await expect(read(1001, header)).rejects.toMatchObject({
        code: 'outbound_failed',
        message: 'The schema cannot be fetched: it has more than 1000 bytes.',
      });
    }
  });

  it.each([301, 302, 303, 307, 308])('may not redirect by %d', async (status) => {
    let asked = 0;
    answer = (_request, response) => {
      asked += 1;
      response.writeHead(status, { location: '/elsewhere' }).end();
    };
    await expect((await allowed()).read(server.origin, limits)).rejects.toMatchObject({
      code: 'outbound_refused',
      message: 'The schema is not fetched: it redirects to another address.',
    });
    expect(asked).toBe(1);
  });

  it('may not answer with a compressed body', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1e6)));
    const reading = (await allowed()).read(server.origin, limits);
    await expect(reading).rejects.toThrow('compressed');
  });

  it.each(['before the headers', 'within the body'])('may not take too long %s', async (when) => {
    answer = (_request, response) => {
      if (when === 'within the body') response.write('a');
    };
    const reading = (await allowed()).read(server.origin, { ...limits, milliseconds: 100 });
    await expect(reading).rejects.toMatchObject({
      code: 'outbound_failed',
      message: 'The schema cannot be fetched: it takes longer than 0.1 s.',
    });
  });

  it('is given up when the caller says so', async () => {
    const caller = new AbortController();
    answer = (_request, response) => {
      response.write('a');
      caller.abort(new Error('enough'));
    };
    const reading = (await allowed()).read(server.origin, { ...limits, signal: caller.signal });
    await expect(reading).rejects.toThrow('enough');
  });

  it('is named by its status when that is an error, and not by its address when it is gone', async () => {
    const service = await allowed();
    answer = (_request, response) => response.writeHead(503).end('secret');
    await expect(service.read(server.origin, limits)).rejects.toThrow('its server answers 503');
    answer = (_request, response) => response.destroy();
    const error: unknown = await service
      .read(server.origin, limits)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'outbound_failed' });
    expect((error as Error).message).not.toContain('127.0.0.1');
  });
});

it('says what is wrong with SVC_OUTBOUND_ALLOW', async () => {
  for (const entry of ['example.com', 'http://a.test/path', 'ftp://a.test', 'http://u@a.test']) {
    const service = await outbound({ SVC_OUTBOUND_ALLOW: entry });
    await expect(service.read('https://example.com/', limits)).rejects.toThrow(
      `SVC_OUTBOUND_ALLOW has "${entry}"`,
    );
  }
});

describe('where HTTPS_PROXY is set', () => {
  it('nothing is sent until the operator has said whether it goes through the proxy', async () => {
    for (const rule of ['', 'perhaps']) {
      const service = await outbound({ HTTPS_PROXY: server.origin, SVC_OUTBOUND_PROXY: rule });
      await expect(service.read('https://example.com/', limits)).rejects.toThrow(
        'SVC_OUTBOUND_PROXY is neither `use` nor `skip`',
      );
    }
    expect(connections).toBe(0);
  });

  it('the proxy is past when it is to be skipped, and still no private address is reached', async () => {
    const service = await outbound({ HTTPS_PROXY: server.origin, SVC_OUTBOUND_PROXY: 'skip' });
    await expect(service.read('https://127.0.0.1/', limits)).rejects.toThrow('public internet');
    expect(connections).toBe(0);
  });
});
