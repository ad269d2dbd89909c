import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { describeCosts, mainThreadMs, mostMemoryMb, p99Of } from './harness/process-costs.js';
import { pack, RegistryApi } from './harness/registry-api.js';
import { LONG, rounds } from './harness/rounds.js';

const keys = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), value]));
const list = (count: number, value: unknown): unknown[] =>
  Array.from({ length: count }, () => value);
const plain = keys(117_000, 1);

interface Attack {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** What costs a server the most that answers a megabyte without counting: by the operation, and by the shape. */
const attacks: Readonly<Record<string, Attack>> = Object.fromEntries(
  Object.entries<[string, string, unknown]>({
    'a map without end': [
      'PUT',
      '/v1/workspaces/acme/managed-project-policy',
      { manifest: { dependencies: keys(117_000, 1) } },
    ],
    'a map of objects': [
      'PUT',
      '/v1/workspaces/acme/managed-project-policy',
      { manifest: { dependencies: keys(2_400, {}) } },
    ],
    'unknown fields': ['POST', '/v1/workspaces', plain],
    'unknown fields of a policy': ['PUT', '/v1/policies/org/acme', plain],
    'fewer unknown fields': ['PUT', '/v1/policies/org/acme', keys(4_900, 1)],
    'a list of objects': [
      'POST',
      '/v1/policy/evaluate',
      { targetType: 'org', targetId: 'acme', sources: list(69_000, { kind: 'git' }) },
    ],
    'a shorter list of objects': [
      'POST',
      '/v1/policy/evaluate',
      { targetType: 'org', targetId: 'acme', sources: list(2_400, { kind: 'git' }) },
    ],
    'many wrong fields': [
      'POST',
      '/v1/policy/evaluate',
      { targetType: 'org', targetId: 'acme', sources: list(200, keys(22, 1)) },
    ],
    'a list of nothing': ['POST', '/v1/tiles/match', { purls: list(500_000, 1) }],
    'empty lists': ['POST', '/v1/auth/sessions', { email: list(340_000, []), password: 'x' }],
  }).map(([what, [method, path, body]]) => [what, { method, path, body: JSON.stringify(body) }]),
);

/** Milliseconds of the main thread that no request may take; without limits each of these takes seconds. */
const MOST_MS = 200;
const READERS = 10;

describeCosts('requests that are made to cost much', (database) => {
  const counts = countsOf('costly requests');
  let registry: CrashingRegistry;

  beforeAll(async () => {
    // the limit of refused requests would end what is measured here
    registry = await CrashingRegistry.open(database, { env: { SVC_RATE_LIMITS: 'all=off' } });
    await new RegistryApi(registry).publish(
      (await pack('acme/demo', '1.0.0', { 'rules/style.md': '# Style\n' })).archive,
    );
  });
  afterAll(() => registry.close());

  it.each(Object.entries(attacks))(
    '%s is as large as bytes allow, or as values do',
    (_what, { body }) => {
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(1024 * 1024);
    },
  );

  async function send({ method, path, body }: Attack, token?: string): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(registry.origin + path, { method, body, headers });
    const text = await response.text();
    expect([400, 401, 404, 413]).toContain(response.status);
    expect(text.length).toBeLessThan(64 * 1024);
  }

  async function cost(work: () => Promise<unknown>): Promise<number> {
    const before = mainThreadMs(registry.pid);
    await work();
    return mainThreadMs(registry.pid) - before;
  }

  const both: readonly (readonly [string, Attack, () => string | undefined])[] = Object.entries(
    attacks,
  ).flatMap(([what, attack]) => [
    [`${what}, by a stranger`, attack, () => undefined] as const,
    [`${what}, by an owner`, attack, () => registry.token] as const,
  ]);

  it.each(both)('%s: a short answer after little work', async (what, attack, token) => {
    // the least of a few: what else the thread does meanwhile is not the request's
    let least = Infinity;
    for (let round = 0; round < 3; round += 1)
      least = Math.min(least, await cost(() => send(attack, token())));
    counts.add(`ms: ${what}`, Math.ceil(least));
    expect(least).toBeLessThan(MOST_MS);
  });

  const readOnce = async (): Promise<number> => {
    const begun = performance.now();
    const response = await fetch(`${registry.origin}/v1/tiles/acme/demo`, {
      headers: { authorization: `Bearer ${registry.token}` },
    });
    expect([response.status, typeof (await response.json())]).toEqual([200, 'object']);
    return performance.now() - begun;
  };

  /** What ten readers wait for, in 99 of 100 cases. */
  async function p99(reads: number): Promise<number> {
    const times: number[] = [];
    const reader = async (): Promise<void> => {
      for (let read = 0; read < reads; read += 1) times.push(await readOnce());
    };
    await Promise.all(Array.from({ length: READERS }, reader));
    return p99Of(times);
  }

  it('ten readers are served while five strangers attack without a pause', async () => {
    const reads = rounds(20, 500);
    await p99(reads);
    const idle = await p99(reads);
    let attacking = true;
    const attacker = async (at: number): Promise<void> => {
      for (let round = at; attacking; round += 1) {
        await send(Object.values(attacks)[round % Object.values(attacks).length]!);
        counts.add('attacks beside readers');
      }
    };
    const attackers = Promise.all([0, 1, 2, 3, 4].map(attacker));
    const attacked = await p99(reads);
    attacking = false;
    await attackers;
    counts.add('ms: readers p99, idle', Math.ceil(idle));
    counts.add('ms: readers p99, attacked', Math.ceil(attacked));
    // only the night has the machine for itself; the clients share it, five of them busy with bodies of a megabyte
    if (LONG) expect(attacked).toBeLessThan(3 * Math.max(idle, 10));
  });

  it('the server is the one that was started, and has not grown', () => {
    expect(registry.runs).toBe(true);
    const most = mostMemoryMb(registry.pid);
    counts.add('MB at most', Math.ceil(most));
    expect(most).toBeLessThan(600);
    expect(registry.output).not.toContain('request failed');
  });
});
