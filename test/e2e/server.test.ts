import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openProgram, type Program, type Server } from './program.js';

interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** Sends bytes as they are: clients that know HTTP would tidy them up. */
function send(origin: string, request: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((done, failed) => {
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', failed).on('close', () => {
      done({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text });
    });
  });
}

const get = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`;

function post(path: string, body: string, headers: Record<string, string> = {}): string {
  const all = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join('')}\r\n${body}`;
}

/** Any address that takes a JSON body from strangers. */
async function jsonAddress(origin: string): Promise<string> {
  interface Item {
    readonly post?: {
      readonly requestBody?: { readonly content: Record<string, unknown> };
      readonly security: readonly object[];
    };
  }
  const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as {
    paths: Record<string, Item>;
  };
  const found = Object.entries(paths).find(
    ([path, item]) =>
      !path.includes('{') && item.post?.requestBody?.content['application/json'] !== undefined,
  );
  if (found === undefined) throw new Error('no address takes a JSON body');
  return found[0];
}

describe('svc serve', () => {
  let program: Program;
  let server: Server;
  let address: string;

  beforeAll(async () => {
    program = await openProgram();
    server = await program.serve();
    address = await jsonAddress(server.origin);
  });

  afterAll(() => program.close());

  it('is healthy and ready', async () => {
    expect(await (await fetch(`${server.origin}/health`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${server.origin}/ready`)).status).toBe(200);
  });

  it('describes itself', async () => {
    const response = await fetch(`${server.origin}/openapi.json`);
    const document = (await response.json()) as {
      openapi: string;
      paths: Record<string, object>;
      components: { schemas: object };
    };
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths).toHaveProperty(['/v1/tiles/{workspace}/{tile}']);
    const references = JSON.stringify(document).match(/(?<="#\/components\/schemas\/)[^"]+/g) ?? [];
    for (const name of references) expect(document.components.schemas).toHaveProperty([name]);
    expect(JSON.stringify(document)).not.toContain('#/$defs/');
    const again = await fetch(`${server.origin}/openapi.json`, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('shows people a page', async () => {
    const response = await fetch(`${server.origin}/`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^<!doctype html>/i);
  });

  it('answers everything unknown as a problem', async () => {
    const response = await fetch(`${server.origin}/no/such/place`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.has('x-powered-by')).toBe(false);
    const id = response.headers.get('x-request-id') ?? '';
    expect(await response.json()).toMatchObject({
      type: '/errors/not_found',
      status: 404,
      code: 'not_found',
      exit: 4,
      issues: [],
      instance: `urn:svc:request:${id}`,
    });
  });

  it('refuses parameters that it does not know or that come twice', async () => {
    const unknown = await fetch(`${server.origin}/v1/tiles?nonsense=1`);
    expect(unknown.status).toBe(400);
    expect(await unknown.json()).toMatchObject({
      code: 'invalid_input',
      issues: [{ field: 'nonsense' }],
    });
    const twice = await fetch(`${server.origin}/v1/tiles?page[size]=1&page[size]=2`);
    expect(twice.status).toBe(400);
    expect(await twice.json()).toMatchObject({ issues: [{ field: 'page[size]' }] });
  });

  it.each<
    [what: string, body: string, status: number, words: string, headers?: Record<string, string>]
  >([
    ['no JSON', '{"a": 1,, }', 400, 'line 1, column'],
    ['a list', '[]', 400, 'JSON object'],
    [
      'another type',
      'a=1',
      415,
      'application/json',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ],
    ['compression', '{}', 415, 'unsupported_body', { 'Content-Encoding': 'gzip' }],
    ['a prototype', '{"__proto__": {"admin": true}}', 400, '__proto__'],
    ['a body over the limit', `{"a":"${'x'.repeat(1024 * 1024)}"}`, 413, 'body_too_large'],
  ])('refuses %s', async (...[, body, status, words, headers = {}]) => {
    const answer = await send(server.origin, post(address, body, headers));
    expect(answer.status).toBe(status);
    expect(answer.text).toContain('application/problem+json');
    expect(answer.text).toContain(words);
  });

  it('refuses what is no UTF-8 and what is no HTTP', async () => {
    const response = await fetch(`${server.origin}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(response.status).toBe(415);
    const { status, text } = await send(server.origin, 'HELLO\r\n\r\n');
    expect(status).toBe(400);
    expect(text).toContain('application/problem+json');
    expect((await send(server.origin, get('/health', `X: ${'y'.repeat(20_000)}\r\n`))).status).toBe(
      431,
    );
  });

  it.each([
    { what: 'no Host', head: '', status: 400 },
    { what: 'an unknown expectation', head: 'Host: a\r\nExpect: wonders\r\n', status: 417 },
  ])('refuses $what in the form of all errors', async ({ head, status }) => {
    const answer = await send(
      server.origin,
      `GET /health HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
    );
    expect(answer.status).toBe(status);
    expect(answer.text).toContain('application/problem+json');
    expect(answer.text).toContain('"code":"bad_request"');
  });

  it('takes tokens from the Authorization header only, and only as bearer tokens', async () => {
    const basic = await fetch(`${server.origin}/users/me`, {
      headers: { authorization: 'Basic YTpi' },
    });
    expect(basic.status).toBe(401);
    expect(basic.headers.get('www-authenticate')).toBe('Bearer');
    expect(await basic.json()).toMatchObject({ code: 'unsupported_authorization', exit: 7 });
  });

  it('keeps acceptable request ids and replaces others', async () => {
    const kept = await fetch(`${server.origin}/health`, {
      headers: { 'x-request-id': 'abc-12345678' },
    });
    expect(kept.headers.get('x-request-id')).toBe('abc-12345678');
    for (const id of ['a"b{}', 'svc_session_0123456789', 'x'.repeat(65)]) {
      const wild = await fetch(`${server.origin}/health`, { headers: { 'x-request-id': id } });
      expect(wild.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    }
  });

  it('ignores other methods in headers', async () => {
    const { status } = await fetch(`${server.origin}/health`, {
      headers: { 'x-http-method-override': 'DELETE' },
    });
    expect(status).toBe(200);
  });

  it('says so when the address is taken', async () => {
    const { port } = new URL(server.origin);
    const { code, stderr } = await program.run([
      'serve',
      '--port',
      port,
      '--data-dir',
      `${program.cwd}/other`,
    ]);
    expect(code).toBe(6);
    expect(stderr).toContain(`cannot listen on 127.0.0.1:${port}`);
  });

  it('signs nobody in without a password on an address that others reach', async () => {
    const { code, stderr } = await program.run([
      'serve',
      '--dev',
      '--host',
      '0.0.0.0',
      '--data-dir',
      `${program.cwd}/dev`,
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain('--dev');
  });

  it('logs JSON lines without queries and headers, and stops when asked to', async () => {
    await fetch(`${server.origin}/health?token=secret-in-query`, {
      headers: { authorization: 'Bearer secret-in-header' },
    });
    const { code, stderr } = await server.stop();
    expect(code).toBe(0);
    const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
    const entries = lines.map(
      (line) => JSON.parse(line) as { msg: string; path?: string; requestId?: string },
    );
    expect(entries.find(({ path }) => path === '/health')).toMatchObject({
      msg: 'request',
      requestId: expect.any(String),
    });
    expect(entries.at(-1)?.msg).toBe('stopped');
    expect(stderr).not.toContain('secret-in');
  });
});
