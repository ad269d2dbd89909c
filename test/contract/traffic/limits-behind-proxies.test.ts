import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { serverSettings } from '../../../hosts/http/settings.js';
import { signIn } from '../../../modules/identity/contract/operations/sign-in.js';
import traffic from '../../../modules/traffic/module.js';
import { describeOnSqlite } from '../databases.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';
import { startHttp, type HttpHost } from '../web/http-host.js';
import { demo } from './demo-module.js';

type Header = string | string[];
type Headers = Readonly<Record<string, Header>>;

const LIMIT = 3;
const ELSEWHERE = '10.0.0.0/8';
const running: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

describeOnSqlite('rate limits behind a proxy', (database) => {
  let server: IdentityServer;
  let http: HttpHost;

  /** `proxies` as in SVC_TRUST_PROXY. The test itself is the only one that connects: it is the proxy, or a client that gets past it. */
  async function serve(
    proxies: string | undefined,
    limits = `demo-spend=${LIMIT}/3600`,
  ): Promise<void> {
    server = await startIdentity(database, {
      modules: [traffic, demo],
      env: { SVC_RATE_LIMITS: limits },
    });
    running.push(() => server.stop());
    const { trustProxy } = serverSettings(
      {},
      { env: { SVC_TRUST_PROXY: proxies }, home: '/nowhere' },
    );
    http = await startHttp(server.host.server!, { trustProxy });
    running.push(() => {
      http.close();
    });
  }

  /** The status. The headers go out as they are. */
  async function send(
    headers: Headers,
    { method = 'GET', path = '/v1/spend', body = '' } = {},
  ): Promise<number> {
    const all = { ...headers, ...(body !== '' && { 'content-type': 'application/json' }) };
    const sent = httpRequest(http.origin + path, { method, headers: all, agent: false }).end(body);
    const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
    answer.resume();
    return answer.statusCode;
  }

  const by = (forwarded: Header): Headers => ({ 'x-forwarded-for': forwarded });

  async function sendAll(all: readonly Headers[]): Promise<number[]> {
    const answers: number[] = [];
    for (const headers of all) answers.push(await send(headers));
    return answers;
  }

  const exactly = (allowed: number, refused: number): number[] => [
    ...Array<number>(allowed).fill(200),
    ...Array<number>(refused).fill(429),
  ];

  const forgeries: readonly Headers[] = [
    by('203.0.113.1'),
    by('203.0.113.2, 203.0.113.3'),
    by(['203.0.113.4', '203.0.113.5']),
    by('2001:db8::1'),
    by('10.0.0.1'),
    by('127.0.0.1'),
    by('unknown, _hidden'),
    by(',,,'),
    { 'x-real-ip': '203.0.113.6' },
    { 'x-client-ip': '203.0.113.6', 'cf-connecting-ip': '203.0.113.7' },
    { forwarded: 'for=203.0.113.8' },
    { ...by('203.0.113.9'), 'x-forwarded-host': 'other.example', 'x-forwarded-proto': 'https' },
  ];

  it.each([undefined, '0', ELSEWHERE, `${ELSEWHERE}, fd00::/8, linklocal`])(
    'cannot be dodged by who is no trusted proxy (SVC_TRUST_PROXY=%s)',
    async (proxies) => {
      await serve(proxies);
      expect(await sendAll(forgeries)).toEqual(exactly(LIMIT, forgeries.length - LIMIT));
    },
  );

  it.each(['1', 'loopback', '127.0.0.0/8', `${ELSEWHERE}, 127.0.0.1`])(
    'count each client that a trusted proxy reports for itself (SVC_TRUST_PROXY=%s)',
    async (proxies) => {
      await serve(proxies);
      const clients = ['203.0.113.7', '198.51.100.9', '2001:db8:1:2::1', '2001:db8:1:3::1'].map(by);
      for (const client of clients)
        expect(await sendAll(Array<Headers>(LIMIT).fill(client))).toEqual(exactly(LIMIT, 0));
      expect(await sendAll(clients)).toEqual(exactly(0, clients.length));
      // what the proxy sends for itself is its own
      expect(await send({})).toBe(200);
    },
  );

  it.each<[string, readonly Header[]]>([
    [
      'an IPv4 address, with a port and as an IPv6 address too',
      [
        '203.0.113.7',
        '203.0.113.7:4711',
        '::ffff:203.0.113.7',
        '::FFFF:203.0.113.7',
        '::ffff:cb00:7107',
        '0:0:0:0:0:ffff:cb00:7107',
        '0:0:0:0:0:ffff:203.0.113.7',
        '[::ffff:203.0.113.7]:4711',
      ],
    ],
    [
      'the addresses of one IPv6 network',
      [
        '2001:db8:1:2::1',
        '2001:db8:1:2:ffff:ffff:ffff:ffff',
        '2001:0DB8:0001:0002::9',
        '[2001:db8:1:2::4]:80',
        '2001:db8:1:2::',
      ],
    ],
    [
      'what the client put before the address that the proxy added',
      [
        '203.0.113.7',
        '6.6.6.6, 203.0.113.7',
        '6.6.6.7,6.6.6.8,203.0.113.7',
        ['6.6.6.9', '203.0.113.7'],
        'nonsense, 203.0.113.7',
        '127.0.0.1, 203.0.113.7',
        '203.0.113.7, 127.0.0.1',
      ],
    ],
  ])('take for one: %s', async (_what, spellings) => {
    await serve('loopback');
    expect(await sendAll(spellings.map(by))).toEqual(exactly(LIMIT, spellings.length - LIMIT));
    expect(await send(by('203.0.113.8'))).toBe(200);
  });

  it('count the client before a chain of trusted proxies, whatever it has forged', async () => {
    await serve(`loopback, ${ELSEWHERE}`);
    const chains = [
      '203.0.113.7, 10.0.0.1',
      '6.6.6.6, 203.0.113.7, 10.0.0.2, 10.0.0.1',
      '10.0.0.9, 203.0.113.7, 10.0.0.1',
      '203.0.113.7',
    ];
    expect(await sendAll(chains.map(by))).toEqual(exactly(LIMIT, 1));
  });

  it('count what is no address for the proxy that sends it', async () => {
    await serve('loopback');
    const nonsense = [
      'unknown',
      '_hidden',
      '203.0.113.999',
      '1',
      'a b',
      '::g',
      '203.0.113.7:http',
      '127.0.0.1',
    ];
    expect(await sendAll(nonsense.map(by))).toEqual(exactly(LIMIT, nonsense.length - LIMIT));
  });

  it('let through exactly as many as the limit says, whatever is forged', async () => {
    const entry = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4().map((address) => `::ffff:${address}`),
      fc.stringMatching(/^[0-9a-f.:%, [\]]{0,20}$/),
    );
    const chains = fc.array(fc.array(entry, { maxLength: 4 }), {
      minLength: LIMIT + 1,
      maxLength: 10,
    });
    await serve('loopback', 'demo-spend=5/3600');
    let location = 0;
    await fc.assert(
      fc.asyncProperty(chains, async (forged) => {
        location += 1;
        const client = `198.18.${location >> 8}.${location & 255}`;
        const all = [...forged, ...forged].map((chain) => by([...chain, client].join(', ')));
        expect(await sendAll(all)).toEqual(exactly(5, all.length - 5));
      }),
      { numRuns: 20 },
    );
  });

  it.each<[string, string | undefined, (guess: number) => string]>([
    ['past the proxy', ELSEWHERE, (guess) => `203.0.113.${guess}`],
    ['through the proxy', 'loopback', (guess) => `6.6.6.${guess}, 203.0.113.7`],
  ])(
    'give a caller who guesses a password %s not one guess more',
    async (_how, proxies, forged) => {
      await serve(proxies, 'all=off');
      await server.firstAdmin('ann@example.com', 'acme');
      const { method, path } = signIn.http!;
      const guess = (at: number) =>
        send(by(forged(at)), {
          method,
          path,
          body: JSON.stringify({ email: 'ann@example.com', password: `guess number ${at}` }),
        });
      const answers: number[] = [];
      for (let at = 1; at <= 12; at += 1) answers.push(await guess(at));
      expect(answers).toEqual([...Array<number>(10).fill(401), 429, 429]);
    },
  );
});
