import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ExitCode, type FileResult } from 'svc-registry/kernel';
import type { HttpSurface } from '../api/operation.js';
import type { OperationManifest } from '../manifest/manifest.js';
import { recordingLog } from '../testing/index.js';
import { HttpCaller } from './http-caller.js';
import type { RemoteCall } from './invocation.js';
import { listening, type Listening } from '../../test/network/listening.js';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Listening | undefined;
afterEach(() => server?.close());

/** A server that remembers what it got and gives one answer. */
async function serve(
  answer: (response: ServerResponse) => void,
): Promise<{ origin: string; received: Received[] }> {
  const received: Received[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    answer(response);
  };
  server = await listening(createServer((request, response) => void handle(request, response)));
  return { origin: server.origin, received };
}

function json(status: number, body: unknown, type = 'application/json') {
  return (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
}

function operation(
  http: Partial<HttpSurface<Record<string, unknown>>>,
  list = false,
): OperationManifest {
  return {
    id: 'x.y',
    summary: 'x',
    effect: 'read',
    idempotent: true,
    runsAt: 'server',
    access: 'anyone',
    planned: false,
    rendered: false,
    list,
    http: { method: 'GET', path: '/v1/things/:id', tag: 'public', ...http },
  };
}

describe('notices', () => {
  it('of the server are reported once, and what cannot be read is not', async () => {
    const reported: string[] = [];
    const notice = encodeURIComponent('The key “ci” expires.');
    let next = notice;
    const { origin } = await serve((response) => {
      response.setHeader('svc-notice', next);
      json(200, { data: {} })(response);
    });
    const progress = { warn: (text: string) => void reported.push(text) };
    for (next of [notice, notice, '%zz'])
      await call(origin, operation({}), { input: { id: 'a' }, progress });
    expect(reported).toEqual(['The key “ci” expires.']);
  });

  it('of the connection are reported once, before its token is sent', async () => {
    const reported: string[] = [];
    const warning = 'Others can read it.';
    const { origin, received } = await serve(json(200, { data: {} }));
    const progress = { warn: (text: string) => void reported.push(`${text} ${received.length}`) };
    const connection = () => Promise.resolve({ origin, token: 'stored', warning });
    for (const id of ['a', 'b'])
      await call(origin, operation({}), { input: { id }, progress, connection });
    expect(reported).toEqual(['Others can read it. 0']);
  });
});

const caller = new HttpCaller({
  facet: 'client',
  version: '1.2.3',
  env: {},
  home: tmpdir(),
  log: recordingLog([]),
  fetch,
  clock: () => new Date(),
});

function call(
  origin: string,
  called: OperationManifest,
  more: Partial<RemoteCall> & { readonly input: object },
): Promise<unknown> {
  const connection = () => Promise.resolve({ origin, token: 'stored' });
  return caller.call({
    operation: called,
    connection,
    token: undefined,
    signal: new AbortController().signal,
    upload: undefined,
    ...more,
  });
}

async function text(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('requests', () => {
  it('writes path parameters, renamed queries and the token', async () => {
    const { origin, received } = await serve(json(200, { data: { id: 'a/b' } }));
    const called = operation({
      path: '/v1/things/:id/files/*file',
      query: { pageSize: 'page[size]' },
    });
    const input = { id: 'a/b', file: 'x y/ü.md', pageSize: 5, tags: ['p', 'q&r'], gone: undefined };
    await expect(call(origin, called, { input })).resolves.toEqual({ id: 'a/b' });
    expect(received).toMatchObject([
      {
        method: 'GET',
        url: '/v1/things/a%2Fb/files/x%20y/%C3%BC.md?page%5Bsize%5D=5&tags=p&tags=q%26r',
        headers: { authorization: 'Bearer stored', 'user-agent': 'svc/1.2.3' },
        body: '',
      },
    ]);
  });

  it('writes what is left as the JSON body, and prefers the given token', async () => {
    const { origin, received } = await serve(json(200, { data: {} }));
    await call(origin, operation({ method: 'PATCH' }), {
      input: { id: '1', name: 'n', note: null },
      token: 'given',
    });
    expect(received).toMatchObject([
      {
        method: 'PATCH',
        body: '{"name":"n","note":null}',
        headers: { authorization: 'Bearer given', 'content-type': 'application/json' },
      },
    ]);
  });

  it.each([['.'], ['..'], ['']])('refuses "%s" where it would change the path', async (id) => {
    await expect(
      call('http://127.0.0.1:1', operation({}), { input: { id } }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    const files = operation({ path: '/v1/*file' });
    await expect(
      call('http://127.0.0.1:1', files, { input: { file: `a/${id}/b` } }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('names what is missing of the path', async () => {
    const missing = { field: 'id', message: 'id is missing' };
    await expect(call('http://127.0.0.1:1', operation({}), { input: {} })).rejects.toMatchObject({
      code: 'invalid_input',
      message: missing.message,
      issues: [missing],
    });
  });

  it.each<[string, () => Uint8Array | AsyncIterable<Uint8Array>]>([
    ['bytes', () => Buffer.from('hello')],
    [
      'a stream',
      async function* () {
        yield Buffer.from('hel');
        yield await Promise.resolve(Buffer.from('lo'));
      },
    ],
  ])('uploads %s', async (_what, upload) => {
    const { origin, received } = await serve((response) => response.writeHead(204).end());
    const called = operation({ method: 'POST', path: '/v1/things', body: 'bytes' });
    await expect(
      call(origin, called, { input: { workspace: 'w' }, upload: upload() }),
    ).resolves.toBeUndefined();
    expect(received).toMatchObject([
      {
        url: '/v1/things?workspace=w',
        body: 'hello',
        headers: { 'content-type': 'application/octet-stream' },
      },
    ]);
  });
});

describe('uploads that the server does not want', () => {
  it.each([
    ['immediately', false],
    ['and closes the connection', true],
  ])('show its reason when it answers %s', async (_how, closes) => {
    const headers = {
      'content-type': 'application/problem+json',
      ...(closes && { connection: 'close' }),
    };
    const refusal = JSON.stringify({ code: 'sign_in_required' });
    server = await listening(
      createServer((_request, response) => response.writeHead(401, headers).end(refusal)),
    );
    const called = operation({ method: 'POST', path: '/v1/things', body: 'bytes' });
    const upload = new Uint8Array(8_000_000);
    await expect(call(server.origin, called, { input: {}, upload })).rejects.toMatchObject({
      code: 'sign_in_required',
      status: 401,
    });
  });
});

describe('answers', () => {
  const input = { id: '1' };

  it('reads lists as pages', async () => {
    const links = { next: '/v1/things?page%5Bafter%5D=abc%3D&page%5Bsize%5D=2', prev: null };
    const { origin } = await serve(json(200, { data: [1, 2], links, meta: { count: 2 } }));
    await expect(call(origin, operation({}, true), { input })).resolves.toEqual({
      data: [1, 2],
      next: 'abc=',
      prev: null,
    });
  });

  it('reads files', async () => {
    const headers = {
      'content-type': 'text/markdown',
      'content-length': '5',
      etag: '"e1"',
      'content-disposition': 'attachment; filename="a.md"',
      'cache-control': 'private, immutable',
    };
    const { origin } = await serve((response) => response.writeHead(200, headers).end('hello'));
    const file = (await call(origin, operation({ output: 'file' }), { input })) as FileResult;
    expect(await text(file.body)).toBe('hello');
    expect({ ...file, body: undefined }).toEqual({
      body: undefined,
      contentType: 'text/markdown',
      size: 5,
      etag: 'e1',
      filename: 'a.md',
      immutable: true,
      shared: false,
    });
  });

  it('makes the error of a problem document again', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Plugin invalid',
      status: 422,
      detail: 'Two rules are broken.',
      code: 'plugin_invalid',
      exit: 3,
      hint: 'Fix them.',
      issues: [{ message: 'no name', file: 'p.json', line: 3, field: 'name' }, 'nonsense'],
      nextVersion: '1.2.0',
    };
    const { origin } = await serve(json(422, problem, 'application/problem+json; charset=utf-8'));
    await expect(call(origin, operation({}), { input })).rejects.toMatchObject({
      name: 'SvcError',
      code: 'plugin_invalid',
      status: 422,
      exit: ExitCode.invalid,
      title: 'Plugin invalid',
      hint: 'Fix them.',
      message: 'Two rules are broken.',
      details: { nextVersion: '1.2.0' },
      issues: [{ message: 'no name', file: 'p.json', line: 3, field: 'name' }],
    });
  });

  it.each([
    [401, ExitCode.denied],
    [403, ExitCode.denied],
    [404, ExitCode.notFound],
    [409, ExitCode.conflict],
    [429, ExitCode.unavailable],
    [500, ExitCode.unavailable],
  ])('gives status %i without an exit code of its own exit code %i', async (status, exit) => {
    const { origin } = await serve(
      json(status, { title: 'No', code: 'no', exit: 0 }, 'application/problem+json'),
    );
    await expect(call(origin, operation({}), { input })).rejects.toMatchObject({
      code: 'no',
      status,
      exit,
      message: 'No',
    });
  });

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    [
      'a page of a proxy',
      (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>'),
      /answered 502, not as a svc/,
    ],
    [
      'something else',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>'),
      /not what a svc server says/,
    ],
    [
      'cut JSON',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"data"'),
      /not what a svc server says/,
    ],
    [
      'null in place of a list',
      json(200, { data: null }),
      /not what a svc server says|cannot be reached/,
    ],
  ])('is not taken in by %s', async (_what, answer, message) => {
    const { origin } = await serve(answer);
    const called = operation({}, true);
    await expect(call(origin, called, { input })).rejects.toMatchObject({
      code: 'server_unreachable',
      message: expect.stringMatching(message) as unknown,
    });
  });

  it.each([
    [429, 'application/problem+json', { code: 'busy', details: { retryAfterSeconds: 7 } }],
    [
      503,
      'text/html',
      {
        code: 'server_unreachable',
        hint: expect.stringContaining('7 s'),
        details: { retryAfterSeconds: 7 },
      },
    ],
    [
      502,
      'text/html',
      { code: 'server_unreachable', hint: expect.stringContaining('SVC_URL'), details: {} },
    ],
  ])(
    'keeps when to ask again, also where only the header says so: %i, %s',
    async (status, type, error) => {
      const { origin } = await serve((response) => {
        response.setHeader('retry-after', '7');
        json(status, { code: 'busy' }, type)(response);
      });
      await expect(call(origin, operation({}), { input })).rejects.toMatchObject(error);
    },
  );

  it.each([200, 500])('reads no answer without an end: %i', async (status) => {
    const ended: Promise<unknown>[] = [];
    const { origin } = await serve((response) => {
      ended.push(new Promise((done) => response.once('close', done)));
      response.writeHead(status, { 'content-type': 'application/json' }).write('{"data":"');
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(100_000), more);
      };
      more();
    });
    await expect(call(origin, operation({}), { input })).rejects.toMatchObject({
      code: 'server_unreachable',
      message: expect.stringContaining('its answer is longer than 8 MB') as unknown,
    });
    await Promise.all(ended);
  });

  it.each([
    [200, 'text/html'],
    [302, 'application/json'],
    [502, 'text/html'],
  ])('leaves an answer without an end that it does not read: %i %s', async (status, type) => {
    const ended: Promise<unknown>[] = [];
    const { origin } = await serve((response) => {
      ended.push(new Promise((done) => response.once('close', done)));
      response.writeHead(status, { 'content-type': type }).write('x');
    });
    await expect(call(origin, operation({}), { input })).rejects.toMatchObject({
      code: 'server_unreachable',
    });
    await Promise.all(ended);
  });

  it('follows no redirect, so the token stays where it belongs', async () => {
    const { origin, received } = await serve((response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:9/steal' }).end(),
    );
    await expect(call(origin, operation({}), { input })).rejects.toMatchObject({
      code: 'server_unreachable',
      message: expect.stringMatching(/redirect is not followed/) as unknown,
    });
    expect(received).toHaveLength(1);
  });

  it('says that nothing listens', async () => {
    const { origin } = await serve(json(200, {}));
    await server?.close();
    await expect(call(origin, operation({}), { input })).rejects.toMatchObject({
      code: 'server_unreachable',
      exit: ExitCode.unavailable,
      message: `The server at ${origin} cannot be reached: nothing listens there.`,
    });
  });

  it('says when a download breaks off', async () => {
    const { origin } = await serve((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    const file = (await call(origin, operation({ output: 'file' }), { input })) as FileResult;
    await expect(text(file.body)).rejects.toMatchObject({ code: 'server_unreachable' });
  });
});
