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
import { IsString, Optional } from 'svc-registry/dto';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { serverSettings } from '../../hosts/http/settings.js';
import { startHttp, type HttpHost } from './web/http-host.js';

class Nothing {}

class Where {
  @IsString() address!: string;
  @Optional() @IsString() origin?: string;
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
  run(_input: Nothing, { address = 'nowhere', origin }: Context): Promise<Where> {
    return Promise.resolve({ address, ...(origin !== undefined && { origin }) });
  }
}

/** Answers every address below `/page` with what it knows of the request. */
@injectable()
class Page implements WebHandler {
  async handle({ request, address, invokeAs }: WebExchange): Promise<Response | undefined> {
    if (!request.url.includes('/page')) return undefined;
    const { origin } = await invokeAs(undefined)(where, {});
    return Response.json({ url: request.url, address, origin });
  }
}

const demo = defineModule({
  id: 'demo',
  api: '^1.0.0',
  summary: 'Tells what a request says',
  operations: [handle(where, { run: () => Promise.resolve(WhereHandler) })],
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
const INSIDE = 'http://inside.test:4873';
const OUTSIDE = 'https://svc.example.com';
const trusting = (proxies: string): Env => ({ SVC_TRUST_PROXY: proxies });
const sentFor = (address: string): Headers => ({ 'x-forwarded-for': address });

describe('what proxies say', () => {
  it.each<[what: string, env: Env, headers: Headers, address: string, origin: string]>([
    ['nobody is trusted', {}, forwarded, '127.0.0.1', INSIDE],
    ['0 proxies', trusting('0'), forwarded, '127.0.0.1', INSIDE],
    ['one proxy', trusting('1'), forwarded, '203.0.113.7', OUTSIDE],
    ['two proxies', trusting('2'), forwarded, '6.6.6.6', OUTSIDE],
    ['a proxy on this machine', trusting('loopback'), forwarded, '203.0.113.7', OUTSIDE],
    ['a proxy elsewhere', trusting('10.0.0.0/8'), forwarded, '127.0.0.1', INSIDE],
    ['a chain', trusting('loopback, 203.0.113.0/24'), forwarded, '6.6.6.6', OUTSIDE],
    ['a proxy that says nothing', trusting('1'), {}, '127.0.0.1', INSIDE],
    ['a port', trusting('1'), sentFor('203.0.113.7:5678'), '203.0.113.7', INSIDE],
    ['version 6', trusting('1'), sentFor('[2001:db8::1]:5678'), '2001:db8::1', INSIDE],
    ['no address at all', trusting('1'), sentFor('unknown'), '127.0.0.1', INSIDE],
    ['another protocol', trusting('1'), { 'x-forwarded-proto': 'javascript' }, '127.0.0.1', INSIDE],
    [
      'what the operator says',
      { SVC_PUBLIC_URL: 'https://public.example/', ...trusting('1') },
      forwarded,
      '203.0.113.7',
      'https://public.example',
    ],
  ])('%s', async (_what, env, ...[headers, address, origin]) => {
    const port = await serve(env);
    const sent = { ...own, ...headers };
    expect(await get(port, '/page', sent)).toEqual({ address, origin, url: `${origin}/page` });
    expect(await get(port, '/v1/where', sent)).toEqual({ data: { address, origin } });
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
      expect(await get(await serve({}), '/v1/where', { host })).toEqual({
        data: { address: '127.0.0.1' },
      });
      expect(
        await get(await serve({ SVC_PUBLIC_URL: 'https://public.example' }), '/page', { host }),
      ).toMatchObject({
        url: 'https://public.example/page',
      });
    },
  );
});
