import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  contribute,
  defineModule,
  denied,
  webHandlersPoint,
  type Constructor,
  type WebExchange,
  type WebHandler,
} from 'svc-registry/kernel';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { until } from '../until.js';
import { RecordingLog } from './open-database.js';
import { startHttp, type HttpHost } from './web/http-host.js';

const LIMIT = 1000;
const BYTES = new TextEncoder();

/** Says what reaches it. */
class Mirror implements WebHandler {
  async handle({ request }: WebExchange): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    if (pathname === '/guarded') throw denied({ permission: 'mirror:use' });
    if (pathname !== '/mirror' && pathname !== '/deaf') return undefined;
    const body = await request.text().catch((error: unknown) => {
      // as handlers do that answer every failure in a format of their own
      if (pathname === '/deaf') return 'unread';
      throw error;
    });
    return Response.json({ method: request.method, body });
  }
}

/** Reads what nobody else has answered, with the default limits. */
class Rest implements WebHandler {
  async handle({ request }: WebExchange): Promise<Response | undefined> {
    if (new URL(request.url).pathname !== '/rest') return undefined;
    return new Response(String((await request.text()).length));
  }
}

/** Streams that stay open until somebody ends them. */
class Streams implements WebHandler {
  static readonly open = new Set<ReadableStreamDefaultController<Uint8Array>>();

  handle({ request }: WebExchange): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    if (pathname !== '/events' && pathname !== '/torn') return Promise.resolve(undefined);
    let own: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller;
        if (pathname === '/events') Streams.open.add(controller);
      },
      cancel: () => void Streams.open.delete(own),
    });
    if (pathname === '/torn')
      setTimeout(() => {
        own.error(new Error('the source broke'));
      }, 10);
    return Promise.resolve(
      new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    );
  }
}

/** Knows no address, and says so without a promise, as modules do that no compiler has read. */
class Plain {
  handle(): undefined {
    return undefined;
  }
}

const demo = defineModule({
  id: 'demo',
  api: '^1.0.0',
  summary: 'Answers what no operation does',
  contributes: [
    contribute(webHandlersPoint, 'demo.plain', { summary: 'Knows nothing' }, () =>
      Promise.resolve(Plain as unknown as Constructor<WebHandler>),
    ),
    contribute(
      webHandlersPoint,
      'demo.mirror',
      {
        summary: 'Says what reaches it',
        methods: ['POST', 'PUT', 'PATCH', 'DELETE'],
        bodyBytes: LIMIT,
      },
      () => Promise.resolve(Mirror),
    ),
    contribute(webHandlersPoint, 'demo.rest', { summary: 'Reads' }, () => Promise.resolve(Rest)),
    contribute(webHandlersPoint, 'demo.streams', { summary: 'Lasts' }, () =>
      Promise.resolve(Streams),
    ),
  ],
});

let host: TestHost;
let http: HttpHost;
const log = new RecordingLog();

beforeAll(async () => {
  host = await startTestHost({ modules: [demo] });
  http = await startHttp(host.kernel, { log });
});
afterAll(async () => {
  http.close();
  await host.stop();
});

const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(http.origin + path, init);
const code = async (response: Response): Promise<unknown> => [
  response.status,
  ((await response.json()) as { code?: unknown }).code,
];

describe('a web handler', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('answers %s when it says so', async (method) => {
    const response = await send('/mirror', { method, body: '{"a":1}' });
    expect(await response.json()).toEqual({ method, body: '{"a":1}' });
  });

  it.each([
    ['GET', '/mirror'],
    ['DELETE', '/rest'],
    ['OPTIONS', '/mirror'],
  ])('does not get %s %s, which it does not declare', async (method, path) => {
    expect(await code(await send(path, { method }))).toEqual([404, 'not_found']);
  });

  it('gets a request without a body', async () => {
    const response = await send('/mirror', { method: 'DELETE' });
    expect(await response.json()).toEqual({ method: 'DELETE', body: '' });
  });

  it.each([
    ['/mirror', LIMIT],
    ['/deaf', LIMIT],
    ['/rest', 64 * 1024],
  ])('at %s gets a body of %i bytes, and none that is longer', async (path, most) => {
    const body = (size: number): RequestInit => ({ method: 'POST', body: 'x'.repeat(size) });
    expect((await send(path, body(most))).status).toBe(200);
    expect(await code(await send(path, body(most + 1)))).toEqual([413, 'body_too_large']);
  });

  it('gets no body whose length was not announced and is too large', async () => {
    const chunks = ReadableStream.from([BYTES.encode('x'.repeat(LIMIT)), BYTES.encode('x')]);
    const response = await send('/deaf', { method: 'POST', body: chunks, duplex: 'half' });
    expect(await code(response)).toEqual([413, 'body_too_large']);
  });

  it('may refuse before the body is received', async () => {
    const response = await send('/guarded', { method: 'POST', body: 'x'.repeat(LIMIT + 1) });
    expect(await code(response)).toEqual([403, 'denied']);
  });
});

describe('a stream of events', () => {
  const open = (init: RequestInit = {}): Promise<Response> => send('/events', init);

  it('begins before its first event, and ends in its source when the client goes', async () => {
    const leaving = new AbortController();
    const response = await open({ signal: leaving.signal });
    const [source] = Streams.open;
    source!.enqueue(BYTES.encode(': here\n\n'));
    const reader = response.body!.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(': here\n\n');
    leaving.abort();
    await until(() => Promise.resolve(Streams.open.size === 0));
  });

  it('is not begun for HEAD', async () => {
    expect(await (await open({ method: 'HEAD' })).text()).toBe('');
    expect(Streams.open.size).toBe(0);
  });

  it('whose source fails is torn, so that nobody takes it for complete', async () => {
    const response = await send('/torn');
    await expect(response.text()).rejects.toThrow('terminated');
    const err = expect.objectContaining({ message: 'the source broke' });
    const fields = { requestId: response.headers.get('x-request-id'), err };
    await until(() => log.lines.length > 0);
    expect(log.lines).toEqual([{ level: 'error', message: 'request failed', fields }]);
  });

  it('ends as if it were complete when the server stops, which waits for it no longer', async () => {
    const other = await startHttp(host.kernel);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${other.origin}/events`)),
    );
    await other.stop();
    expect(await Promise.all(responses.map((response) => response.text()))).toEqual(
      responses.map(() => ''),
    );
    await until(() => Promise.resolve(Streams.open.size === 0));
  });
});
