import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnPostgres } from '../contract/databases.js';
import { ADMIN, openRegistryServer, type RegistryServer } from './registry-server.js';
import { until } from '../until.js';

describeOnPostgres('two servers of one database', (database) => {
  let registry: RegistryServer;
  let here: string;
  let there: string;

  const send = (
    method: string,
    url: string,
    { token, body }: { token?: string; body?: object } = {},
  ): Promise<Response> => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    };
    return fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  };
  const post = async <T>(path: string, body: object, token?: string): Promise<T> => {
    const response = await send('POST', here + path, {
      body,
      ...(token !== undefined && { token }),
    });
    const { data } = (await response.json()) as { data: T };
    expect(response.status).toBeLessThan(300);
    return data;
  };
  const statusAt = async (origin: string, token: string): Promise<number> => {
    const response = await send('GET', `${origin}/v1/workspaces/acme`, { token });
    await response.body?.cancel();
    return response.status;
  };
  const refusedInTheEnd = async (origin: string, token: string): Promise<void> => {
    const refused = await until(async () => {
      const status = await statusAt(origin, token);
      return status !== 200 && status;
    });
    expect(refused).toBe(401);
  };

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    here = registry.server.origin;
    there = (await registry.program.serve()).origin;
  });
  afterAll(() => registry.close());

  it('refuse a session that was ended on one of them: this one immediately, the other a little later', async () => {
    const { token } = await post<{ token: string }>('/v1/auth/sessions', ADMIN);
    expect([await statusAt(here, token), await statusAt(there, token)]).toEqual([200, 200]);
    expect((await send('DELETE', `${here}/v1/auth/session`, { token })).status).toBe(204);
    expect(await statusAt(here, token)).toBe(401);
    await refusedInTheEnd(there, token);
  });

  it('take a key as soon as it is made, and refuse it after its deletion in the same way', async () => {
    const { token } = await post<{ token: string }>('/v1/auth/sessions', ADMIN);
    const key = await post<{ id: string; value: string }>(
      '/v1/api-keys',
      { name: 'ci', workspace: 'acme' },
      token,
    );
    expect([await statusAt(there, key.value), await statusAt(here, key.value)]).toEqual([200, 200]);
    expect((await send('DELETE', `${here}/v1/api-keys/${key.id}`, { token })).status).toBe(204);
    expect(await statusAt(here, key.value)).toBe(401);
    await refusedInTheEnd(there, key.value);
  });
});
