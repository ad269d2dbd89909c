import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AnyOperation } from 'svc-registry/kernel';
import { builtInModules } from '../../hosts/testing/built-in-modules.js';
import type { OperationManifest } from '../../kernel/index.js';
import { accessCases } from './module-calls.js';
import { addSchemas, ask, seen } from './authorization/over-http.js';
import { createWorld, type World } from './authorization/world.js';
import { describeOnSqlite } from './databases.js';
import { startHttp, type HttpHost } from './web/http-host.js';

const declarations = await builtInModules();
const operations: readonly AnyOperation[] = declarations.flatMap(({ operations: bound = [] }) =>
  bound.map(({ operation }) => operation),
);

/** What the browser of somebody who is signed in sends along when another site asks it to. */
const foreign = {
  origin: 'https://evil.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
};

describeOnSqlite('what a browser holds', (database) => {
  let world: World;
  let http: HttpHost;
  let page: string;
  let manifests: readonly OperationManifest[];

  beforeAll(async () => {
    const others = declarations.filter(
      ({ id }) => id !== 'persistence' && id !== 'identity' && id !== 'web',
    );
    world = await createWorld(database, others, { SVC_RATE_LIMITS: 'all=off' });
    const kernel = world.server.host.server!;
    manifests = await addSchemas(kernel, operations);
    http = await startHttp(kernel);
    page = await world.server.newSession('founder@example.com', { kind: 'page' });
  });
  afterAll(async () => {
    http.close();
    await world.server.stop();
  });

  it('opens no route of programs, and no other site reads an answer', async () => {
    for (const operation of manifests.filter(({ access }) => access !== 'anyone')) {
      const call = await accessCases[operation.id]!.call(world.fixtures.own, 'private');
      const stranger = await ask(http.origin, { operation, call, token: undefined });
      const cookie = `svc_session=${page}; __Host-svc_session=${page}`;
      const withCookie = await ask(
        http.origin,
        { operation, call, token: undefined },
        { headers: { cookie, ...foreign } },
      );
      expect([operation.id, withCookie]).toEqual([operation.id, stranger]);
      const asToken = await ask(http.origin, { operation, call, token: page });
      expect([operation.id, asToken.status, asToken.body]).toEqual([
        operation.id,
        401,
        expect.stringContaining('"token_unknown"'),
      ]);
      expect(
        Object.keys(withCookie.headers).filter((name) => name.startsWith('access-control-')),
      ).toEqual([]);
    }
  });

  it('is sent by no site that asks first', async () => {
    for (const { http: surface } of manifests) {
      const url = new URL(surface!.path.replace(/[:*]\w+/g, 'x'), http.origin);
      const headers = {
        ...foreign,
        'access-control-request-method': surface!.method,
        'access-control-request-headers': 'authorization',
      };
      const { headers: told } = await seen(url, { method: 'OPTIONS', headers });
      expect(Object.keys(told).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});
