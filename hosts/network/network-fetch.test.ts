import { createServer, type RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { networkFetch } from './network-fetch.js';
import { listening, type Listening } from '../../test/network/listening.js';

describe('a server that says nothing', () => {
  let server: Listening;
  let origin: string;
  let answer: RequestListener;

  beforeEach(async () => {
    server = await listening(
      createServer((request, response) => {
        answer(request, response);
      }),
    );
    ({ origin } = server);
  });
  afterEach(() => server.close());

  const givenUp = 'it did not answer within 0.05 s; SVC_HTTP_TIMEOUT sets how long to wait';

  it.each([
    ['straight', {}],
    ['where the environment names a proxy', { HTTPS_PROXY: 'http://127.0.0.1:1' }],
  ])('is given up when it is read: %s', async (_way, env) => {
    const fetch = networkFetch({ SVC_HTTP_TIMEOUT: '0.05', ...env });
    answer = () => undefined;
    await expect(fetch(origin)).rejects.toMatchObject({ message: givenUp });
    await expect(fetch(origin, { signal: AbortSignal.abort('mine') })).rejects.toBe('mine');
  });

  it.each(['0', '-1', 'soon', '1e9', 'Infinity', '86401', '0.0', ' ', '٣'])(
    'is not waited for %j seconds: that is refused',
    async (text) => {
      const fetch = networkFetch({ SVC_HTTP_TIMEOUT: text });
      answer = (_request, response) => response.end();
      await expect(fetch(origin)).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('SVC_HTTP_TIMEOUT'),
      });
    },
  );

  it.each(['', '1.5', '30', '86400'])('has %j seconds', async (text) => {
    const fetch = networkFetch({ SVC_HTTP_TIMEOUT: text });
    answer = (_request, response) => response.end('z');
    expect(await (await fetch(origin)).text()).toBe('z');
  });

  it('is waited for when it changes something, or has begun its answer', async () => {
    const fetch = networkFetch({ SVC_HTTP_TIMEOUT: '1' });
    const held: (() => void)[] = [];
    answer = ({ url, method }, response) => {
      if (url === '/begun') response.write('a');
      if (url === '/begun' || method === 'POST') held.push(() => response.end('z'));
    };
    const begun = await fetch(`${origin}/begun`);
    const posted = fetch(origin, { method: 'POST' });
    // begins after both, and has been given up before they come to their end
    await expect(fetch(origin)).rejects.toThrow('it did not answer within 1 s');
    for (const end of held) end();
    expect(await begun.text()).toBe('az');
    expect(await (await posted).text()).toBe('z');
  });
});
