import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { whoAmI } from '../../modules/identity/contract/index.js';
import { signOut } from '../../modules/identity/contract/operations/sign-in.js';
import { RecordingLog } from './open-database.js';
import { describeOnSqlite } from './databases.js';
import { startIdentity, type IdentityServer } from './identity-server.js';
import { startHttp, type HttpHost } from './web/http-host.js';

/** Any route that takes JSON of strangers. */
const ROUTE = '/v1/auth/sessions';
const HEAD = `POST ${ROUTE} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
/** What another reader of the same bytes might take for a request of its own. */
const HIDDEN = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

const lengths = [
  '+2',
  '0x2',
  '-1',
  '2 2',
  '2, 2',
  '2,3',
  '1e1',
  '',
  '99999999999999999999999',
  '٢',
];
const encodings = [
  'identity',
  'xchunked',
  'chunked, identity',
  '"chunked"',
  '\vchunked',
  'chunked\r\nTransfer-Encoding: identity',
  '\r\n chunked',
];
const sizes = [
  'zz',
  '-1',
  '0x2',
  '2 ',
  'FFFFFFFFFFFFFFFFF',
  `2;${'x'.repeat(1024 * 1024)}`,
  '2\n{}',
];
const chunked = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;

/** Requests of which two readers may not agree where they end. */
const ambiguous: Readonly<Record<string, string>> = {
  'two lengths': `${HEAD}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`,
  'one length twice': `${HEAD}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`,
  'chunks and a length': `${HEAD}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  'a length and chunks': `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  'chunks over HTTP/1.0': chunked.replace('HTTP/1.1', 'HTTP/1.0') + '0\r\n\r\n',
  'a blank before the colon': `${HEAD}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  'a blank in a name': `${HEAD}Content Length: 2\r\n\r\n{}`,
  'a folded header': `${HEAD}X: a\r\n Content-Length: 40\r\n\r\n`,
  'a lone CR': `${HEAD}X: a\rContent-Length: 40\r\n\r\n`,
  'a lone LF': `${HEAD}X: a\nContent-Length: 40\r\n\r\n`,
  NUL: `${HEAD}X: a\0b\r\nContent-Length: 0\r\n\r\n`,
  'no colon': `${HEAD}Content-Length\r\n\r\n`,
  'chunks that do not end': `${chunked}2\r\n{}XX0\r\n\r\n`,
  'two hosts': `${HEAD}host: y\r\nContent-Length: 2\r\n\r\n{}`,
  'no host': `POST ${ROUTE} HTTP/1.1\r\nContent-Length: 0\r\n\r\n`,
  'no version': `GET /health\r\n\r\n`,
  'a later version': 'GET /health HTTP/1.2\r\nHost: x\r\n\r\n',
  'the beginning of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a method in small letters': 'get /health HTTP/1.1\r\nHost: x\r\n\r\n',
  'a blank in the target': 'GET /health /x HTTP/1.1\r\nHost: x\r\n\r\n',
  ...Object.fromEntries(
    lengths.map((length) => [
      `the length ${JSON.stringify(length)}`,
      `${HEAD}Content-Length: ${length}\r\n\r\n{}`,
    ]),
  ),
  ...Object.fromEntries(
    encodings.map((name) => [
      `the encoding ${JSON.stringify(name)}`,
      `${HEAD}Transfer-Encoding: ${name}\r\n\r\n0\r\n\r\n`,
    ]),
  ),
  ...Object.fromEntries(
    sizes.map((size) => [
      `chunks of ${JSON.stringify(size.slice(0, 30))}`,
      `${chunked}${size}\r\n{}\r\n0\r\n\r\n`,
    ]),
  ),
};

describeOnSqlite('what is sent', (database) => {
  const log = new RecordingLog();
  let server: IdentityServer;
  let http: HttpHost;
  let token: string;

  beforeAll(async () => {
    server = await startIdentity(database);
    token = await server.firstAdmin('ann@example.com', 'acme');
    http = await startHttp(server.host.server!, { log });
  });
  afterAll(async () => {
    http.close();
    await server.stop();
  });

  /** Everything that is answered until the connection ends. */
  function answersTo(sent: string, { half = false } = {}): Promise<string> {
    return new Promise((done) => {
      let text = '';
      const socket = connect(Number(new URL(http.origin).port), '127.0.0.1', () => {
        if (half) socket.end(sent, 'utf8');
        else socket.write(sent, 'utf8');
      });
      socket.on('data', (chunk) => (text += chunk.toString('utf8')));
      // what was refused may be reset while more of it is sent
      socket
        .on('error', () => undefined)
        .on('close', () => {
          done(text);
        });
    });
  }

  /** What is answered while the rest of the request is still to come. */
  function firstAnswer(sent: string): Promise<string> {
    return new Promise((done, failed) => {
      const socket = connect(
        Number(new URL(http.origin).port),
        '127.0.0.1',
        () => void socket.write(sent, 'utf8'),
      );
      socket.on('error', failed).once('data', (chunk) => {
        socket.destroy();
        done(chunk.toString('utf8'));
      });
    });
  }

  const statuses = (text: string): string[] =>
    [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status!);

  it.each(Object.entries(ambiguous))(
    'with %s is refused, and nothing behind it is read',
    async (_what, request) => {
      const text = await answersTo(request + HIDDEN);
      expect(new Set(statuses(text))).toEqual(new Set(['400']));
      expect(text).toMatch(/^Connection: close\r$/im);
      expect(text).toContain('application/problem+json');
    },
  );

  it('in order is answered in order', async () => {
    const last = HIDDEN.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    expect(
      statuses(
        await answersTo(`${HEAD}Content-Length: 2\r\n\r\n{}${chunked}2\r\n{}\r\n0\r\n\r\n${last}`),
      ),
    ).toEqual(['400', '400', '200']);
  });

  it('in less than its length does nothing', async () => {
    const text = await answersTo(`${HEAD}Content-Length: 100\r\n\r\n{"email":`, { half: true });
    expect(statuses(text).filter((status) => status !== '400')).toEqual([]);
  });

  it('behind a body counts for nothing', async () => {
    const trailer = `GET /users/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    expect(statuses(await answersTo(trailer))).toEqual(['401']);
    expect(await server.invoke(whoAmI, {}, token)).toMatchObject({
      user: { email: 'ann@example.com' },
    });
  });

  const MEGABYTE = 1024 * 1024;
  const many = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at])));

  const ofSize = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
  const STRANGERS = 16 * 1024;

  it.each<[what: string, known: boolean, body: string, status: number, says: string]>([
    ['a megabyte', true, ofSize(MEGABYTE), 400, 'unknown field'],
    ['a byte more than a megabyte', true, ofSize(MEGABYTE + 1), 413, 'larger'],
    ['ten megabytes', true, ofSize(10 * MEGABYTE), 413, 'larger'],
    ['as much as a stranger may send', false, ofSize(STRANGERS), 400, 'unknown field'],
    ['a byte more than a stranger may send', false, ofSize(STRANGERS + 1), 413, 'larger'],
    ['fifty thousand keys', true, many(50_000), 400, 'more than 5000 values'],
    ['a thousand keys of a stranger', false, many(1000), 400, 'more than 200 values'],
    ['lists in lists', true, `{"a":${'['.repeat(500_000)}`, 400, 'deeper than 64'],
    ['mistakes without end', true, `{"a":[${'"" '.repeat(300_000)}`, 400, 'line 1, column 10'],
    ['a key without end', true, `{"${'k'.repeat(MEGABYTE - 6)}":1}`, 400, 'unknown field'],
    [
      'that key twice',
      true,
      `{"${'k'.repeat(500_000)}":1,"${'k'.repeat(500_000)}":1}`,
      400,
      'twice',
    ],
    ['four thousand keys', true, many(4000), 400, 'more than 100 problems'],
    ['half a character', false, '{"email":"\\ud800"}', 400, 'lone surrogate'],
    ['a key with half a character', false, '{"\\ud800":1}', 400, 'lone surrogate'],
    ['a byte order mark', false, '\ufeff{}', 400, 'is required'],
    ['NaN', false, '{"email":NaN}', 400, 'line 1, column 10'],
    ['a number without end', false, '{"email":1e999}', 400, 'email'],
    ['a comment', false, '{/* */}', 400, 'line 1, column 2'],
    ['two values', false, '{}{}', 400, 'line 1, column 3'],
  ])('as %s is answered shortly', async (...[, known, body, status, says]) => {
    const headers = {
      'content-type': 'application/json',
      ...(known && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(http.origin + ROUTE, { method: 'POST', body, headers });
    const text = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
    expect(text.length).toBeLessThan(64 * 1024);
    expect(text).toContain(says);
  });

  it.each([
    ['the query', '/v1/workspaces?page[after]=%ED%A0%80'],
    ['the path', '/v1/orgs/a%ed%bf%bf'],
  ])('as half a character in %s is refused', async (_where, path) => {
    const response = await fetch(http.origin + path, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('lone surrogate'),
    ]);
  });

  it('in more parameters than anybody needs is refused', async () => {
    const query = Array.from({ length: 201 }, (_, at) => `p${at}`).join('&');
    const response = await fetch(`${http.origin}/v1/workspaces?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('more than 200 parameters'),
    ]);
  });

  it.each([
    ['a body that is far too large', `Content-Length: ${10 * MEGABYTE}\r\n\r\n{`],
    ['a body that never comes', 'Content-Length: 100\r\n\r\n'],
    ['a body that is no JSON', 'Content-Length: 1\r\n\r\n{'],
  ])('by a stranger is refused, and %s is not waited for', async (_what, rest) => {
    for (const who of ['', 'Authorization: Bearer svc_key_unknown\r\n']) {
      const head = `POST /v1/workspaces HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${who}`;
      expect(await firstAnswer(head + rest)).toMatch(/^HTTP\/1\.1 401 /);
    }
  });

  it('by somebody whose session ends while the body comes is one by a stranger', async () => {
    const bob = await server.newcomer(token, {
      email: 'bob@example.com',
      organization: 'acme',
      role: 'admin',
    });
    // their session is known: who sends it is found out before anything else happens
    await server.invoke(whoAmI, {}, bob);
    const body = '{"unknown":1}';
    const head = `POST /v1/workspaces HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${bob}\r\n`;
    const socket = connect(Number(new URL(http.origin).port), '127.0.0.1');
    socket.write(`${head}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`);
    const [invited] = (await once(socket, 'data')) as [Buffer];
    expect(statuses(invited.toString())).toEqual(['100']);
    await server.invoke(signOut, {}, bob);
    socket.write(body);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(statuses(answer.toString())).toEqual(['401']);
  });

  it('did nothing that the log would tell of', () => {
    expect(log.lines).toEqual([]);
  });
});
