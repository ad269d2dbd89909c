import { afterEach, expect, it } from '@jest/globals';
import traffic from '../../../modules/traffic/module.js';
import { describeEachDatabase } from '../databases.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';
import { startHttp, type HttpHost } from '../web/http-host.js';

interface Sent {
  readonly path: string;
  readonly token?: string | undefined;
  readonly body?: string;
}

const GOOD = { path: '/users/me' };
const OPEN = {
  path: '/v1/auth/device',
  body: JSON.stringify({ client: 'a test', codeChallenge: 'x'.repeat(43) }),
};

describeEachDatabase('requests that are refused', (database) => {
  let server: IdentityServer;
  let http: HttpHost;

  afterEach(async () => {
    http.close();
    await server.stop();
  });

  async function start(limits: string): Promise<{ ann: string; bob: string }> {
    server = await startIdentity(database, {
      modules: [traffic],
      env: { SVC_RATE_LIMITS: limits },
    });
    const ann = await server.firstAdmin('ann@example.com', 'acme');
    const bob = await server.newcomer(ann, { email: 'bob@example.com', organization: 'acme' });
    http = await startHttp(server.host.server!);
    return { ann, bob };
  }

  async function send({ path, token, body }: Sent): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    return fetch(http.origin + path, {
      headers,
      ...(body !== undefined && { method: 'POST', body }),
    });
  }

  const status = async (sent: Sent): Promise<number> => (await send(sent)).status;

  it.each<[string, Sent, number]>([
    ['strangers', GOOD, 401],
    ['a token that does not work', { ...GOOD, token: 'svc_key_unknown' }, 401],
    ['what is no token', { ...GOOD, token: 'a b' }, 401],
    ['no JSON', { path: '/v1/auth/sessions', body: '{' }, 400],
    ['fields that are unknown', { path: '/v1/auth/sessions', body: '{"a":1}' }, 400],
    ['too much', { path: '/v1/auth/sessions', body: `{"a":"${'x'.repeat(20_000)}"}` }, 413],
  ])(
    'because of %s count by the address, and disturb nobody who is known',
    async (_what, sent, refusal) => {
      const { ann } = await start('refused=3/3600');
      for (let round = 0; round < 3; round += 1) expect(await status(sent)).toBe(refusal);
      const told = await send(OPEN);
      expect(told.status).toBe(429);
      const wait = Number(told.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(3500);
      expect(await told.json()).toMatchObject({
        code: 'refused_too_often',
        'violated-policies': ['refused'],
        retryAfterSeconds: wait,
      });
      expect(await status(sent)).toBe(429);
      expect(await status({ ...GOOD, token: ann })).toBe(200);
    },
  );

  it('count by the caller where somebody is known', async () => {
    const { ann, bob } = await start('refused=3/3600');
    const wrong = { path: '/v1/workspaces', body: '[]' };
    for (let round = 0; round < 3; round += 1)
      expect(await status({ ...wrong, token: ann })).toBe(400);
    expect(await status({ ...GOOD, token: ann })).toBe(429);
    expect(await status({ ...GOOD, token: bob })).toBe(200);
    expect(await status(OPEN)).toBe(200);
  });

  it('are not those that find nothing', async () => {
    const { ann } = await start('refused=3/3600');
    for (let round = 0; round < 5; round += 1)
      expect(await status({ path: '/v1/workspaces/nowhere', token: ann })).toBe(404);
    expect(await status({ ...GOOD, token: ann })).toBe(200);
  });

  it('may be as many as they like where the limit is off', async () => {
    await start('refused=off');
    for (let round = 0; round < 10; round += 1) expect(await status(GOOD)).toBe(401);
    expect(await status(OPEN)).toBe(200);
  });
});
