import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { isSvcError, type RateLimit } from 'svc-registry/kernel';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import { createApiKey } from '../../../modules/identity/contract/index.js';
import { REFUSED } from '../../../modules/traffic/contract/limits.js';
import traffic from '../../../modules/traffic/module.js';
import {
  describeEachDatabase,
  describeOnPostgres,
  type DatabaseLocation,
  type TestDatabase,
} from '../databases.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';
import { startHttp } from '../web/http-host.js';
import { demo, share, spend, work } from './demo-module.js';

const running: IdentityServer[] = [];

async function start(
  database: TestDatabase,
  limits = '',
  location?: DatabaseLocation,
): Promise<IdentityServer> {
  const env = { SVC_RATE_LIMITS: limits };
  const server = await startIdentity(database, {
    modules: [traffic, demo],
    env,
    ...(location && { location }),
  });
  running.push(server);
  return server;
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

interface Who {
  readonly token?: string;
  readonly address?: string;
}

/** `ok`, or the code of the refusal. */
const tried = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return error.code;
  }
};

const spends = (server: IdentityServer, who: Who) =>
  tried(server.host.server!.invoke(spend, {}, who));
const shares = (server: IdentityServer, workspace: string, who: Who) =>
  tried(server.host.server!.invoke(share, { workspace }, who));

async function times(count: number, call: () => Promise<string>): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  for (let done = 0; done < count; done += 1) {
    const outcome = await call();
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

const here = { address: '192.0.2.1' };

describeEachDatabase('rate limits', (database) => {
  it('refuse the 1,001st call of 1,000, and say so as the draft has it', async () => {
    const server = await start(database);
    const http = await startHttp(server.host.server!);
    const here = { address: '127.0.0.1' };
    expect(await times(999, () => spends(server, here))).toEqual({ ok: 999 });
    const last = await fetch(`${http.origin}/v1/spend`);
    expect(last.status).toBe(200);
    expect(last.headers.get('ratelimit-policy')).toBe('"demo-spend";q=1000;w=3600');
    expect(last.headers.get('ratelimit')).toMatch(/^"demo-spend";r=0;t=(\d{1,3}|[123]\d{3})$/);
    const refused = await fetch(`${http.origin}/v1/spend`);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(refused.headers.get('ratelimit-policy')).toBe('"demo-spend";q=1000;w=3600');
    const wait = refused.headers.get('retry-after')!;
    expect(refused.headers.get('ratelimit')).toBe(`"demo-spend";r=0;t=${wait}`);
    expect(Number(wait)).toBeGreaterThan(0);
    const problem = (await refused.json()) as Record<string, unknown>;
    expect(problem).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      code: 'quota_exceeded',
      'violated-policies': ['demo-spend'],
      retryAfterSeconds: Number(wait),
      exit: 6,
    });
    http.close();
  });

  it('count each user, each key and each place for itself', async () => {
    const server = await start(database, 'demo-spend=2/3600');
    const admin = await server.firstAdmin('ann@example.com', 'acme');
    const other = await server.newcomer(admin, { email: 'bob@example.com', organization: 'acme' });
    const { value: key } = await server.host.server!.invoke(
      createApiKey,
      { name: 'ci', org: 'acme' },
      { token: admin },
    );
    const again = await server.newSession('ann@example.com');
    const three = { ok: 2, quota_exceeded: 1 };
    for (const token of [admin, other, key])
      expect(await times(3, () => spends(server, { ...here, token }))).toEqual(three);
    // another session of the same person, from another place
    expect(await spends(server, { address: '192.0.2.2', token: again })).toBe('quota_exceeded');
    expect(await times(3, () => spends(server, here))).toEqual(three);
    expect(await spends(server, { address: '192.0.2.9' })).toBe('ok');
    // one customer has a whole network of addresses
    expect(await times(2, () => spends(server, { address: '2001:db8::1' }))).toEqual({ ok: 2 });
    expect(await spends(server, { address: '2001:db8::2' })).toBe('quota_exceeded');
  });

  it('count a workspace for all who work in it, and a place for all who sit there', async () => {
    const server = await start(database);
    const admin = await server.firstAdmin('ann@example.com', 'acme');
    await server.newWorkspace(admin, 'tools');
    await server.newWorkspace(admin, 'other');
    const workspace = { name: 'tools', role: 'member' } as const;
    const member = await server.newcomer(admin, {
      email: 'bob@example.com',
      organization: 'acme',
      workspace,
    });
    expect(await times(3, () => shares(server, 'tools', { ...here, token: admin }))).toEqual({
      ok: 3,
    });
    expect(await times(3, () => shares(server, 'tools', { ...here, token: member }))).toEqual({
      ok: 2,
      quota_exceeded: 1,
    });
    expect(await times(3, () => shares(server, 'other', { ...here, token: admin }))).toEqual({
      ok: 2,
      quota_exceeded: 1,
    });
    // a caller who may not call learns that, and uses nothing up
    expect(await shares(server, 'tools', { address: '192.0.2.3' })).not.toBe('quota_exceeded');
  });

  it('refuse nobody beyond the window when the clock of the machine was ahead for a while', async () => {
    const server = await start(database, 'demo-spend=2/3600');
    const right = Date.now();
    const now = jest.spyOn(Date, 'now');
    try {
      now.mockReturnValue(right + 86_400_000);
      expect(await times(3, () => spends(server, here))).toEqual({ ok: 2, quota_exceeded: 1 });
      now.mockReturnValue(right);
      expect(await times(3, () => spends(server, here))).toEqual({ ok: 2, quota_exceeded: 1 });
      now.mockReturnValue(right + 3_600_001);
      expect(await spends(server, here)).toBe('ok');
    } finally {
      now.mockRestore();
    }
  });

  it('are what the setting says', async () => {
    const server = await start(database, ' demo-spend=off , demo-share=1/60');
    const admin = await server.firstAdmin('ann@example.com', 'acme');
    await server.newWorkspace(admin, 'tools');
    expect(await times(3, () => spends(server, here))).toEqual({ ok: 3 });
    expect(await times(2, () => shares(server, 'tools', { ...here, token: admin }))).toEqual({
      ok: 1,
      quota_exceeded: 1,
    });
    await server.stop();
    running.pop();
    const free = await start(database, 'all=off,demo-spend=1/60');
    expect(await times(2, () => spends(free, here))).toEqual({ ok: 1, quota_exceeded: 1 });
    const http = await startHttp(free.host.server!);
    const headers = (await fetch(`${http.origin}/v1/auth/device`, { method: 'POST' })).headers;
    expect(headers.has('ratelimit')).toBe(false);
    http.close();
  });
});

describeEachDatabase('a limit of working time', (database) => {
  it('refuses the call after the one that has exceeded it, of that caller alone, until the window ends', async () => {
    const server = await start(database);
    const admin = await server.firstAdmin('ann@example.com', 'acme');
    const works = (milliseconds: number, who: Who) =>
      tried(server.host.server!.invoke(work, { milliseconds }, who));
    expect([await works(600, here), await works(600, here), await works(1, here)]).toEqual([
      'ok',
      'ok',
      'quota_exceeded',
    ]);
    expect(await works(1, { ...here, token: admin })).toBe('ok');
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_001);
    expect(await works(1, here)).toBe('ok');
    now.mockRestore();
  });

  it('counts what failed too, and says what it counts', async () => {
    const server = await start(database);
    const http = await startHttp(server.host.server!);
    const post = (input: object) => {
      const [body, headers] = [JSON.stringify(input), { 'content-type': 'application/json' }];
      return fetch(`${http.origin}/v1/work`, { method: 'POST', headers, body });
    };
    const failed = await post({ milliseconds: 1001, fails: true });
    expect([failed.status, failed.headers.get('ratelimit')]).toEqual([
      500,
      expect.stringContaining('"demo-work";r=1000;'),
    ]);
    const refused = await post({ milliseconds: 1 });
    const policy = '"demo-work";q=1000;qu="milliseconds";w=3600';
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, policy]);
    const { detail } = (await refused.json()) as { detail: string };
    expect(detail).toMatch(
      /^More than 1000 milliseconds of the server's working time in 3600 seconds: /,
    );
    http.close();
  });
});

describeOnPostgres('rate limits of two servers', (database) => {
  it('are one: together they let through as many as one would', async () => {
    const location = await database.create();
    const limits = 'demo-spend=300/3600';
    const first = await start(database, limits, location);
    const second = await start(database, limits, location);
    const client = async (server: IdentityServer) => times(40, () => spends(server, here));
    const outcomes = await Promise.all(
      [first, second].flatMap((server) => Array.from({ length: 5 }, () => client(server))),
    );
    const sum = (code: string) => outcomes.reduce((total, each) => total + (each[code] ?? 0), 0);
    expect({ ok: sum('ok'), refused: sum('quota_exceeded') }).toEqual({ ok: 300, refused: 100 });
    await first.stop();
    await second.stop();
    running.splice(0);
    const third = await start(database, limits, location);
    expect(await spends(third, here)).toBe('quota_exceeded');
  });
});

const declarations = await builtInModules();
const operations = declarations.flatMap(({ operations: bound = [] }) =>
  bound.map(({ operation }) => operation),
);
const limits = declarations
  .flatMap(({ contributes = [] }) => contributes)
  .filter(({ point }) => point === 'kernel.rateLimits')
  .map(({ id, data }) => ({ id, ...(data as RateLimit) }));

describe('the operations of the product', () => {
  it.each([
    ['registry.publishTile', ['publish', 'publish-workspace', 'publish-address']],
    ['registry.searchRegistry', ['search', 'search-address', 'search-time']],
    ['identity.signIn', ['sign-in']],
    ['identity.redeemCode', ['sign-in']],
    ['identity.startDeviceSignIn', ['device-start']],
    ['identity.redeemDeviceCode', ['device-token']],
  ])('%s is limited by %j', (id, names) => {
    expect(operations.find((operation) => operation.id === id)?.limits).toEqual(names);
  });

  it('name limits that exist, and every limit is named', () => {
    const named = new Set([REFUSED, ...operations.flatMap((operation) => operation.limits ?? [])]);
    expect([...named].sort()).toEqual(limits.map(({ id }) => id).sort());
  });

  it('have the limits that the guide shows', () => {
    const guide = readFileSync(
      join(import.meta.dirname, '../../../docs/guides/operate-a-server.md'),
      'utf8',
    );
    const rows = [
      ...guide.matchAll(/^\| `([a-z-]+)` +\| (.+?) +\| (\d+(?: ms)?) +\| (\d+) +\|$/gm),
    ].map(([, ...cells]) => cells);
    const wanted = limits.map(({ id, summary, per, seconds, ...limit }) => [
      id,
      `${summary}, per ${per}`,
      'requests' in limit ? String(limit.requests) : `${limit.milliseconds} ms`,
      String(seconds),
    ]);
    expect(rows).toEqual(wanted.sort(([one = ''], [other = '']) => one.localeCompare(other)));
  });
});
