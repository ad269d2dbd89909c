import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { injectable } from 'tsyringe';
import {
  contribute,
  defineModule,
  defineOperation,
  handle,
  webHandlersPoint,
  type Context,
  type Handler,
  type WebExchange,
  type WebHandler,
} from 'svc-registry/kernel';
import { IsString } from 'svc-registry/dto';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { serverSettings } from '../../hosts/http/settings.js';
import { startHttp, type HttpHost } from './web/http-host.js';

class Nothing {}

class Where {
  @IsString() address!: string;
}

const where = defineOperation({
  id: 'demo.where',
  summary: 'Where a request came from',
  effect: 'read',
  runsAt: 'server',
  access: 'anyone',
  input: () => Promise.resolve(Nothing),
  output: () => Promise.resolve(Where),
  http: { method: 'GET', path: '/v1/where', tag: 'public' },
});

@injectable()
class WhereHandler implements Handler<Nothing, Where> {
  run(_input: Nothing, { address = 'nowhere' }: Context): Promise<Where> {
    return Promise.resolve({ address });
  }
}

/** Answers every address below `/page` with what it knows of the request. */
@injectable()
class Page implements WebHandler {
  handle({ request, address }: WebExchange): Promise<Response | undefined> {
    return Promise.resolve(
      request.url.includes('/page') ? Response.json({ url: request.url, address }) : undefined,
    );
  }
}

const demo = defineModule({
  id: 'demo',
  api: '^1.0.0',
  summary: 'Tells what a request says',
  operations: [handle(where, () => Promise.resolve(WhereHandler))],
  contributes: [
    contribute(webHandlersPoint, 'page', { summary: 'a page' }, () => Promise.resolve(Page)),
  ],
});

type Headers = Readonly<Record<string, string>>;
type Env = Readonly<Record<string, string>>;

interface Running {
  readonly host: TestHost;
  readonly http: HttpHost;
}
const running: Running[] = [];
afterEach(async () => {
  for (const { host, http } of running.splice(0)) {
    http.close();
    await host.stop();
  }
});

async function serve(env: Env): Promise<number> {
  const { trustProxy, publicUrl } = serverSettings({}, { env, home: '/nowhere' });
  const host = await startTestHost({ modules: [demo] });
  const http = await startHttp(host.kernel, { trustProxy, publicUrl });
  running.push({ host, http });
  return Number(new URL(http.origin).port);
}

/** The request target and the headers go out as they are. */
async function get(port: number, path: string, headers: Headers): Promise<Record<string, unknown>> {
  const sent = httpRequest({ host: '127.0.0.1', port, path, headers, setHost: false }).end();
  const [answer] = (await once(sent, 'response')) as [AsyncIterable<Buffer>];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}

const forwarded = {
  'x-forwarded-for': '6.6.6.6, 203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'svc.example.com',
};
const own = { host: 'inside.test:4873' };

describe('what proxies say', () => {
  it.each<[string, Env, Headers, { readonly address: string; readonly url: string }]>([
    [
      'nobody is trusted',
      {},
      forwarded,
      { address: '127.0.0.1', url: 'http://inside.test:4873/page' },
    ],
    [
      '0 proxies',
      { SVC_TRUST_PROXY: '0' },
      forwarded,
      { address: '127.0.0.1', url: 'http://inside.test:4873/page' },
    ],
    [
      'one proxy',
      { SVC_TRUST_PROXY: '1' },
      forwarded,
      { address: '203.0.113.7', url: 'https://svc.example.com/page' },
    ],
    [
      'two proxies',
      { SVC_TRUST_PROXY: '2' },
      forwarded,
      { address: '6.6.6.6', url: 'https://svc.example.com/page' },
    ],
    [
      'a proxy on this machine',
      { SVC_TRUST_PROXY: 'loopback' },
      forwarded,
      { address: '203.0.113.7', url: 'https://svc.example.com/page' },
    ],
    [
      'a proxy elsewhere',
      { SVC_TRUST_PROXY: '10.0.0.0/8' },
      forwarded,
      { address: '127.0.0.1', url: 'http://inside.test:4873/page' },
    ],
    [
      'a chain by address',
      { SVC_TRUST_PROXY: 'loopback, 203.0.113.0/24' },
      forwarded,
      { address: '6.6.6.6', url: 'https://svc.example.com/page' },
    ],
    [
      'a proxy that says nothing',
      { SVC_TRUST_PROXY: '1' },
      {},
      { address: '127.0.0.1', url: 'http://inside.test:4873/page' },
    ],
    [
      'an address with a port',
      { SVC_TRUST_PROXY: '1' },
      { 'x-forwarded-for': '203.0.113.7:5678' },
      { address: '203.0.113.7', url: 'http://inside.test:4873/page' },
    ],
    [
      'an address of version 6 with a port',
      { SVC_TRUST_PROXY: '1' },
      { 'x-forwarded-for': '[2001:db8::1]:5678' },
      { address: '2001:db8::1', url: 'http://inside.test:4873/page' },
    ],
    [
      'no address at all',
      { SVC_TRUST_PROXY: '1' },
      { 'x-forwarded-for': 'unknown' },
      { address: '127.0.0.1', url: 'http://inside.test:4873/page' },
    ],
    [
      'another protocol',
      { SVC_TRUST_PROXY: '1' },
      { 'x-forwarded-proto': 'javascript' },
      { address: '127.0.0.1', url: 'http://inside.test:4873/page' },
    ],
    [
      'what the operator says',
      { SVC_PUBLIC_URL: 'https://public.example/', SVC_TRUST_PROXY: '1' },
      forwarded,
      { address: '203.0.113.7', url: 'https://public.example/page' },
    ],
  ])('%s', async (_what, env, ...[headers, expected]) => {
    const port = await serve(env);
    expect(await get(port, '/page', { ...own, ...headers })).toEqual(expected);
    expect(await get(port, '/v1/where', { ...own, ...headers })).toEqual({
      data: { address: expected.address },
    });
  });

  it.each([
    ['//evil.test/page', 'http://inside.test:4873//evil.test/page'],
    ['http://evil.test/page?x', 'http://inside.test:4873/page?x'],
    ['/page/../page?next=//evil.test', 'http://inside.test:4873/page?next=//evil.test'],
  ])('the host of a request line has no say: %s', async (path, url) => {
    expect(await get(await serve({}), path, own)).toMatchObject({ url });
  });

  it.each(['', 'a b', 'good.test/x', 'user@evil.test', 'a:b:c', '[::', 'x?y'])(
    '"%s" as Host is no host',
    async (host) => {
      expect(await get(await serve({}), '/page', { host })).toMatchObject({
        status: 400,
        code: 'invalid_input',
      });
      expect(
        await get(await serve({ SVC_PUBLIC_URL: 'https://public.example' }), '/page', { host }),
      ).toMatchObject({
        url: 'https://public.example/page',
      });
    },
  );
});
