import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { lookup } from 'node:dns';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:tls';
import { makeAuthority, opensslThere, withoutOpenssl } from '../../../test/network/certificates.js';
import { listening, type Listening } from '../../../test/network/listening.js';
import { pinnedFetch } from './pinned-fetch.js';

const refusal = (): Error => new Error('refused');

/** Answers what the next name resolves to, as `dns.lookup` does with `all`. */
function resolver(...answers: readonly (readonly string[])[]): {
  asked: string[];
  resolve: typeof lookup;
} {
  const asked: string[] = [];
  const resolve = (
    name: string,
    _options: object,
    callback: (...answer: unknown[]) => void,
  ): void => {
    const found = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(name);
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { asked, resolve: resolve as unknown as typeof lookup };
}

const causeOf = async (sent: Promise<unknown>): Promise<unknown> =>
  sent.then(
    () => 'answered',
    (error: unknown) => (error as Error).cause,
  );

let server: Listening;
let heard: (string | undefined)[];

beforeEach(async () => {
  heard = [];
  server = await listening(
    createServer(({ headers }, response) => {
      heard.push(headers.host);
      response.end('here');
    }),
  );
});
afterEach(() => server.close());

it.each([
  ['private', [['127.0.0.1']]],
  ['public and private', [['93.184.216.34', '127.0.0.1']]],
  ['mapped', [['::ffff:127.0.0.1']]],
  ['private again after a public answer elsewhere', [['10.0.0.1'], ['93.184.216.34']]],
])('a name whose addresses are %s is refused', async (_what, answers) => {
  const { resolve } = resolver(...answers);
  const send = await pinnedFetch({ refusal, resolve });
  expect(await causeOf(send(`http://a.test:${server.port}/`))).toEqual(refusal());
  expect(heard).toEqual([]);
});

it('connects to the address that was checked, however the name resolves afterwards', async () => {
  const { asked, resolve } = resolver(['127.0.0.1'], ['127.0.0.2']);
  const accepts = (address: string): boolean => address === '127.0.0.1';
  const send = await pinnedFetch({ refusal, resolve, accepts });
  const url = `http://a.test:${server.port}/`;
  expect(await (await send(url)).text()).toBe('here');
  expect(asked).toEqual(['a.test']);
  expect(heard).toEqual([`a.test:${server.port}`]);
  // the connection was not kept, so the next request is checked anew
  expect(await causeOf(send(url))).toEqual(refusal());
});

const itOverTls = opensslThere ? it : it.skip;

itOverTls(
  `names the host in TLS and checks its certificate${opensslThere ? '' : ` (skipped: ${withoutOpenssl})`}`,
  async () => {
    const authority = await makeAuthority();
    const names: string[] = [];
    const tls = await listening(
      createTlsServer({
        ...(await authority.issue('a.test')),
        SNICallback: (name, done) => {
          names.push(name);
          done(null);
        },
      }),
    );
    const { resolve } = resolver(['127.0.0.1']);
    const send = await pinnedFetch({ refusal, resolve, accepts: () => true });
    expect(await causeOf(send(`https://a.test:${tls.port}/`))).toMatchObject({
      code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO/),
    });
    expect(names).toEqual(['a.test']);
    await tls.close();
    await authority.close();
  },
);
