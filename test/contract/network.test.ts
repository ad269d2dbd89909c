import { inspect } from 'node:util';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { isSvcError } from 'svc-registry/kernel';
import { fetchFailure } from '../../hosts/network/fetch-failure.js';
import { routedFetch } from '../../hosts/network/routes.js';
import {
  makeAuthority,
  opensslThere,
  selfSigned,
  withoutOpenssl,
  type KeyPair,
  type TestAuthority,
} from '../network/certificates.js';
import { listening, type Listening } from '../network/listening.js';
import { startProxy, type ProxyOptions, type TestProxy } from '../network/proxy-server.js';

const NAME = 'registry.test';
const SIZE = 3_000_000;
type Env = Readonly<Record<string, string | undefined>>;

/** Answers with what it got; `/file` with many bytes, `/away` with a redirect to another host. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/file') {
    response.end(Buffer.alloc(SIZE, 'x'));
    return;
  }
  if (request.url === '/away') {
    response.writeHead(302, { location: `http://other.test/stolen` }).end();
    return;
  }
  let size = 0;
  request.on('data', (chunk: Buffer) => (size += chunk.length));
  request.on('end', () =>
    response.end(JSON.stringify({ ...request.headers, url: request.url, size })),
  );
}

async function* upload(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < SIZE; sent += 100_000)
    yield await Promise.resolve(Buffer.alloc(100_000, 'y'));
}

const running: { close(): Promise<void> }[] = [];
const keep = <T extends { close(): Promise<void> }>(started: T): T => {
  running.push(started);
  return started;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((started) => started.close()));
});

const plainServer = async (): Promise<Listening> => keep(await listening(createServer(echo)));
const tlsServer = async (pair: KeyPair): Promise<Listening> =>
  keep(await listening(createTlsServer(pair, echo)));
const proxyFor = async (
  hosts: Readonly<Record<string, number>>,
  more: Partial<ProxyOptions> = {},
): Promise<TestProxy> => keep(await startProxy({ hosts: new Map(Object.entries(hosts)), ...more }));

/** What `fetch` of a process with this environment answers, or fails with. */
async function get(env: Env, address: string, init: RequestInit = {}): Promise<Response> {
  const send = await routedFetch(env);
  return send(address, init).catch((error: unknown) => {
    throw fetchFailure(error, new URL(address).origin, env);
  });
}

/** The error for people that it fails with. It never shows a password. */
async function failure(
  env: Env,
  address: string,
): Promise<{ code: string; message: string; hint: string }> {
  const error: unknown = await get(env, address).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isSvcError(error)) throw new Error(`no error for people: ${String(error)}`);
  expect(inspect(error, { depth: 8 })).not.toMatch(/hush/);
  return { code: error.code, message: error.message, hint: error.hint ?? '' };
}

describe('plain http through a proxy', () => {
  it('asks the proxy for whole addresses, uploads and downloads streams', async () => {
    const { port } = await plainServer();
    const proxy = await proxyFor({ [`${NAME}:80`]: port });
    const env = { HTTP_PROXY: proxy.origin };
    const init = {
      method: 'POST',
      body: ReadableStream.from(upload()),
      duplex: 'half',
      headers: new Headers({ authorization: 'Bearer t' }),
    };
    const answer = await get(env, `http://${NAME}/up?x=1`, init as RequestInit);
    expect(await answer.json()).toMatchObject({
      host: NAME,
      url: '/up?x=1',
      size: SIZE,
      authorization: 'Bearer t',
    });
    expect((await (await get(env, `http://${NAME}/file`)).arrayBuffer()).byteLength).toBe(SIZE);
    expect(proxy.requests).toEqual([`POST http://${NAME}/up?x=1`, `GET http://${NAME}/file`]);
  });

  it('signs in at the proxy, and the server never sees that', async () => {
    const { port } = await plainServer();
    const proxy = await proxyFor({ [`${NAME}:80`]: port }, { credentials: 'me:hu:sh' });
    const env = { http_proxy: proxy.origin.replace('//', '//me:hu%3Ash@') };
    expect(await (await get(env, `http://${NAME}/`)).json()).not.toHaveProperty(
      'proxy-authorization',
    );
  });

  it('follows a redirect to another host without the token, by the same rules', async () => {
    const { port } = await plainServer();
    const proxy = await proxyFor({ [`${NAME}:80`]: port, 'other.test:80': port });
    const answer = await get({ HTTP_PROXY: proxy.origin }, `http://${NAME}/away`, {
      headers: { authorization: 'Bearer t' },
    });
    expect(await answer.json()).not.toHaveProperty('authorization');
    expect(proxy.headers.map(({ authorization }) => authorization)).toEqual([
      'Bearer t',
      undefined,
    ]);
  });

  it('goes past the proxy on this machine', async () => {
    const { port } = await plainServer();
    const proxy = await proxyFor({});
    expect((await get({ HTTP_PROXY: proxy.origin }, `http://127.0.0.1:${port}/`)).status).toBe(200);
    expect(proxy.requests).toEqual([]);
  });

  it('tells which proxy requires a sign-in, and never the one that was refused', async () => {
    const proxy = await proxyFor({}, { credentials: 'me:x' });
    expect(await failure({ HTTP_PROXY: proxy.origin }, `http://${NAME}/`)).toMatchObject({
      code: 'proxy_sign_in_required',
      message: `The proxy ${proxy.origin} (from HTTP_PROXY) requires a sign-in.`,
      hint: expect.stringContaining('http://user:password@host:port') as unknown,
    });
    const refused = await failure(
      { HTTP_PROXY: proxy.origin.replace('//', '//me:hush@') },
      `http://${NAME}/`,
    );
    expect(refused).toMatchObject({
      message: `The proxy ${proxy.origin} refuses the user and password in HTTP_PROXY.`,
    });
  });

  it('tells that the proxy is not there', async () => {
    const proxy = await proxyFor({});
    await proxy.close();
    expect(await failure({ HTTP_PROXY: proxy.origin }, `http://${NAME}/`)).toMatchObject({
      code: 'proxy_unreachable',
      message: `The proxy ${proxy.origin} (from HTTP_PROXY) cannot be reached: nothing listens there.`,
    });
  });
});

const describeTls = opensslThere ? describe : describe.skip;

describeTls(`https${opensslThere ? '' : ` (skipped: ${withoutOpenssl})`}`, () => {
  let authority: TestAuthority;
  let good: KeyPair;
  beforeAll(async () => {
    authority = await makeAuthority();
    good = await authority.issue(NAME);
  });
  afterAll(() => authority.close());

  const trusting = (env: Env = {}): Env => ({ SVC_CA_FILE: authority.file, ...env });

  it('goes through a tunnel with an authority of its own: uploads, downloads, and the proxy sees nothing of them', async () => {
    const { port } = await tlsServer(good);
    const proxy = await proxyFor({ [`${NAME}:443`]: port }, { credentials: 'me:hush' });
    const env = trusting({ HTTPS_PROXY: proxy.origin.replace('//', '//me:hush@') });
    const send = await routedFetch(env);
    const init = {
      method: 'PUT',
      body: ReadableStream.from(upload()),
      duplex: 'half',
      headers: { authorization: 'Bearer t' },
    };
    expect(await (await send(`https://${NAME}/up`, init as RequestInit)).json()).toMatchObject({
      host: NAME,
      size: SIZE,
      authorization: 'Bearer t',
    });
    expect((await (await send(`https://${NAME}/file`)).arrayBuffer()).byteLength).toBe(SIZE);
    expect(new Set(proxy.requests)).toEqual(new Set([`CONNECT ${NAME}:443`]));
    expect(JSON.stringify(proxy.headers)).not.toContain('Bearer');
  });

  it('goes through a proxy that speaks TLS itself', async () => {
    const { port } = await tlsServer(good);
    const proxy = await proxyFor(
      { [`${NAME}:443`]: port },
      { tls: await authority.issue('localhost') },
    );
    const env = trusting({ HTTPS_PROXY: `https://localhost:${proxy.port}` });
    expect((await get(env, `https://${NAME}/`)).status).toBe(200);
    expect(proxy.requests).toEqual([`CONNECT ${NAME}:443`]);
  });

  it('goes straight with an authority of its own', async () => {
    const { port } = await tlsServer(await authority.issue('localhost'));
    expect((await get(trusting(), `https://localhost:${port}/`)).status).toBe(200);
  });

  it.each<[string, () => Promise<KeyPair>, RegExp, RegExp]>([
    [
      'unknown',
      () =>
        makeAuthority().then((stranger) => stranger.issue(NAME).finally(() => stranger.close())),
      /authority that this machine does not know/,
      /SVC_CA_FILE/,
    ],
    ['self-signed', () => selfSigned(NAME), /it is self-signed/, /SVC_CA_FILE/],
    ['expired', () => authority.issue(NAME, -1), /it has expired/, /clock/],
    [
      'for another name',
      () => authority.issue('other.test'),
      /issued for another name: .*registry\.test.*other\.test/,
      /Use the name/,
    ],
  ])('refuses a certificate that is %s', async (_what, ...[pair, why, hint]) => {
    const { port } = await tlsServer(await pair());
    const proxy = await proxyFor({ [`${NAME}:443`]: port });
    const reported = await failure(trusting({ HTTPS_PROXY: proxy.origin }), `https://${NAME}/`);
    expect(reported).toMatchObject({
      code: 'certificate_refused',
      message: expect.stringMatching(why) as unknown,
    });
    expect(reported.message).toContain(`https://${NAME} `);
    expect(reported.hint).toMatch(hint);
  });

  it('tells how to trust an authority, and whether the named file is the wrong one', async () => {
    const { port } = await tlsServer(await authority.issue('localhost'));
    const address = `https://localhost:${port}`;
    const { hint } = await failure({ HTTP_PROXY: 'http://127.0.0.1:9' }, address);
    expect(hint).toMatch(
      /ask them for the certificate of their authority as a PEM file, and name that file in SVC_CA_FILE/,
    );
    const other = await makeAuthority();
    const wrong = await failure({ SVC_CA_FILE: other.file }, address);
    expect(wrong.hint).toContain(
      `SVC_CA_FILE (${other.file}) does not contain the certificate of its authority`,
    );
    await other.close();
  });

  it.each<[string, Partial<ProxyOptions>, string, string]>([
    [
      'requires a sign-in',
      { credentials: 'me:x' },
      'proxy_sign_in_required',
      'The proxy P (from HTTPS_PROXY) requires a sign-in.',
    ],
    [
      'forbids the host',
      { refuses: 403 },
      'proxy_refused',
      `The proxy P refuses to connect to ${NAME}: it answers 403 Forbidden.`,
    ],
    [
      'does not know the host',
      {},
      'proxy_refused',
      `The proxy P refuses to connect to ${NAME}: it answers 502 Bad Gateway.`,
    ],
  ])('tells that the proxy %s', async (_what, options, ...[code, message]) => {
    const proxy = await proxyFor({}, options);
    const reported = await failure(trusting({ HTTPS_PROXY: proxy.origin }), `https://${NAME}/`);
    expect(reported).toMatchObject({
      code,
      message: message.replace('P', proxy.origin.replace('$', '')),
    });
  });

  it('tells that the proxy is not there, and that its certificate is not accepted', async () => {
    const gone = await proxyFor({});
    await gone.close();
    expect(await failure(trusting({ HTTPS_PROXY: gone.origin }), `https://${NAME}/`)).toMatchObject(
      {
        code: 'proxy_unreachable',
        message: `The proxy ${gone.origin} (from HTTPS_PROXY) cannot be reached: nothing listens there.`,
      },
    );
    const proxy = await proxyFor({}, { tls: await selfSigned('localhost') });
    expect(
      await failure(
        trusting({ HTTPS_PROXY: `https://localhost:${proxy.port}` }),
        `https://${NAME}/`,
      ),
    ).toMatchObject({
      code: 'certificate_refused',
      message: `The certificate of https://localhost:${proxy.port} is not accepted: it is self-signed.`,
    });
  });

  it('tells that a server does not speak TLS', async () => {
    const { port } = await plainServer();
    expect(await failure(trusting(), `https://localhost:${port}/`)).toMatchObject({
      code: 'server_unreachable',
      message: expect.stringMatching(/does not speak TLS/) as unknown,
    });
  });
});
