import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { startProxy, type TestProxy } from '../../../test/network/proxy-server.js';
import { outboundKey, type Outbound } from '../contract/index.js';
import outboundModule from '../module.js';

const limits = { what: 'The host', milliseconds: 5000 };
const hosts: TestHost[] = [];
const server = createServer((stream) => stream.on('error', () => undefined).end('here'));
let port = 0;

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.stop();
  await new Promise((resolve) => server.close(resolve));
});

async function outbound(env: Record<string, string> = {}): Promise<Outbound> {
  const host = await startTestHost({ modules: [outboundModule], env });
  hosts.push(host);
  return host.get(outboundKey);
}

async function said(service: Outbound, to: { host: string; port: number }): Promise<string> {
  let text = '';
  for await (const chunk of await service.connect(to, limits)) text += String(chunk);
  return text;
}

describe('connect', () => {
  it.each([
    ...[
      '127.0.0.1',
      'localhost',
      '127.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.1.1.1',
      '169.254.169.254',
    ],
    ...['metadata.google.internal', 'printer.local', 'intranet', '0', 'fd00::1'],
  ])('refuses %s on every port', async (host) => {
    const service = await outbound();
    for (const one of [443, 80, port])
      await expect(service.connect({ host, port: one }, limits)).rejects.toMatchObject({
        code: 'outbound_refused',
      });
  });

  it.each(['http', 'https'])(
    'reaches the host of an allowed %s origin, on its port only',
    async (scheme) => {
      const service = await outbound({ SVC_OUTBOUND_ALLOW: `${scheme}://127.0.0.1:${port}` });
      expect(await said(service, { host: '127.0.0.1', port })).toBe('here');
      await expect(
        service.connect({ host: '127.0.0.1', port: port + 1 }, limits),
      ).rejects.toMatchObject({ code: 'outbound_refused' });
    },
  );

  it('fails where nobody listens', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port: closed } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    const service = await outbound({ SVC_OUTBOUND_ALLOW: `http://127.0.0.1:${closed}` });
    await expect(
      service.connect({ host: '127.0.0.1', port: closed }, limits),
    ).rejects.toMatchObject({
      code: 'outbound_failed',
      message: expect.stringContaining('refused'),
    });
  });

  it('goes through the proxy of the operator when that is allowed', async () => {
    const proxy: TestProxy = await startProxy({
      hosts: new Map([['example.com:8443', port]]),
      credentials: 'user:pass word',
    });
    const HTTPS_PROXY = proxy.origin.replace('//', '//user:pass%20word@');
    try {
      const using = await outbound({ HTTPS_PROXY, SVC_OUTBOUND_PROXY: 'use' });
      expect(await said(using, { host: 'example.com', port: 8443 })).toBe('here');
      expect(proxy.requests).toEqual(['CONNECT example.com:8443']);
      await expect(
        using.connect({ host: 'elsewhere.example', port: 443 }, limits),
      ).rejects.toMatchObject({ code: 'outbound_failed' });
      await expect(
        (await outbound({ HTTPS_PROXY })).connect({ host: 'example.com', port: 8443 }, limits),
      ).rejects.toMatchObject({ code: 'outbound_refused' });
    } finally {
      await proxy.close();
    }
  });

  it('ends with its signal', async () => {
    const service = await outbound();
    const reason = new Error('cancelled');
    const signal = AbortSignal.abort(reason);
    await expect(
      service.connect({ host: 'example.com', port: 443 }, { ...limits, signal }),
    ).rejects.toBe(reason);
  });
});
