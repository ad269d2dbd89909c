import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AnyOperation, RateLimit } from 'svc-registry/kernel';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import type { OperationManifest } from '../../../kernel/index.js';
import { REFUSED } from '../../../modules/traffic/contract/limits.js';
import { accessCases } from '../module-calls.js';
import { addSchemas, ask } from '../authorization/over-http.js';
import { createWorld, type World } from '../authorization/world.js';
import { describeEachDatabase } from '../databases.js';
import { startHttp, type HttpHost } from '../web/http-host.js';

const declarations = await builtInModules();
const operations: readonly AnyOperation[] = declarations.flatMap(({ operations: bound = [] }) =>
  bound.map(({ operation }) => operation),
);
const limited = operations.filter(({ limits = [] }) => limits.length > 0);
const limits = declarations
  .flatMap(({ contributes = [] }) => contributes)
  .filter(({ point, id }) => point === 'kernel.rateLimits' && id !== REFUSED)
  .map(({ id, data }) => ({ id, ...(data as RateLimit) }));

/** So few that the call after the ones that were answered is refused; what the world itself publishes and has reviewed has its room. */
const FEW = new Map(
  limits.map(({ id }) => [
    id,
    id.startsWith('publish') || id.endsWith('-workspace')
      ? 5
      : ['search', 'search-address', 'review', 'eval'].includes(id)
        ? 3
        : 1,
  ]),
);

const unitOf = (name: string): string =>
  'milliseconds' in limits.find(({ id }) => id === name)! ? ';qu="milliseconds"' : '';

describeEachDatabase('every limited route', (database) => {
  let world: World;
  let http: HttpHost;
  let manifests: readonly OperationManifest[];

  beforeAll(async () => {
    const others = declarations.filter(
      ({ id }) => id !== 'persistence' && id !== 'identity' && id !== 'web',
    );
    const few = [...FEW].map(([name, requests]) => `${name}=${requests}/3600`).join(',');
    world = await createWorld(database, others, { SVC_RATE_LIMITS: few });
    const kernel = world.server.host.server!;
    manifests = await addSchemas(kernel, operations);
    http = await startHttp(kernel);
  });
  afterAll(async () => {
    http.close();
    await world.server.stop();
  });

  it.each(limited.map((operation) => [operation.id, operation.limits!] as const))(
    '%s says %j with its answers, and refuses',
    async (id, names) => {
      const token = (await world.tokens())['organization admin'];
      const operation = manifests.find((manifest) => manifest.id === id)!;
      const call = await accessCases[id]!.call(world.fixtures.own, 'private');
      const policy = names
        .map((name) => `"${name}";q=${FEW.get(name)}${unitOf(name)};w=3600`)
        .join(', ');
      let answer = await ask(http.origin, { operation, call, token });
      for (let more = Math.max(...FEW.values()); more > 0 && answer.status !== 429; more -= 1) {
        expect(answer.headers['ratelimit-policy']).toBe(policy);
        expect(
          answer.headers['ratelimit']!.split(', ').map(
            (each) => /^"([\w-]+)";r=\d+;t=\d+$/.exec(each)?.[1],
          ),
        ).toEqual(names);
        answer = await ask(http.origin, { operation, call, token });
      }
      expect([answer.status, answer.headers['ratelimit-policy']]).toEqual([429, policy]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      const { type, 'violated-policies': violated } = JSON.parse(answer.body) as {
        type: string;
        'violated-policies': string[];
      };
      expect(type).toBe('https://iana.org/assignments/http-problem-types#quota-exceeded');
      expect(violated.length).toBeGreaterThan(0);
      expect(names).toEqual(expect.arrayContaining(violated));
      // one search takes longer than the millisecond that all of them may take
      if (names.includes('search-time')) expect(violated).toEqual(['search-time']);
    },
  );
});
