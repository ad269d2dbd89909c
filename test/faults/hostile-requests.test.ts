import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonTexts, wrongValues } from '../contract/hostile/corpus.js';
import { describeEachDatabase } from '../contract/databases.js';
import { itByDayOn } from '../contract/databases-by-day.js';
import { countsOf } from './harness/counts.js';
import { CrashingRegistry } from './harness/crashing-registry.js';
import { pack, RegistryApi } from './harness/registry-api.js';
import { rounds } from './harness/rounds.js';
import { routesOf, type Route } from './harness/routes.js';

const names = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'a\u0000b',
  '%00',
  "'; DROP TABLE registry_tiles; --",
  '\ud83d\ude00',
  '../..',
];
const queries = [
  ...names,
  ...[
    '',
    ' ',
    '"',
    '""',
    '"a',
    '*',
    'a*',
    'NEAR(a b)',
    'a AND',
    'OR',
    'NOT',
    '^a',
    'a:b',
    'name:a',
    '{a b}',
    '-a',
    '+',
    '(',
    ':*',
    'a & b',
    '!',
    '<->',
    '\\',
  ],
  ...[
    '\t\r\n',
    'pkg:npm/__proto__@1',
    'https://constructor/',
    '\u202e\u200b',
    'e\u0301',
    'x'.repeat(5_000),
    'a '.repeat(2_000),
    'NaN',
    '-1',
    '1e309',
    '0x10',
  ],
];

describeEachDatabase('hostile requests', (database) => {
  const counts = countsOf(`hostile requests, ${database.label}`);
  const onPostgres = itByDayOn('postgres', database);
  let registry: CrashingRegistry;
  let routes: readonly Route[];

  beforeAll(async () => {
    // nobody else is refused so often
    registry = await CrashingRegistry.open(database, { env: { SVC_RATE_LIMITS: 'refused=off' } });
    await new RegistryApi(registry).publish(
      (await pack('acme/demo', '1.0.0', { 'rules/style.md': '# Style\n' })).archive,
    );
    routes = await routesOf(registry.origin);
  });

  afterAll(() => registry.close());

  /** Answered as anything but a bug, in the form of all answers. */
  const survives = async (
    route: Pick<Route, 'method'>,
    path: string,
    body?: string,
  ): Promise<void> => {
    const headers = {
      authorization: `Bearer ${registry.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const response = await fetch(registry.origin + path, {
      method: route.method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const about = {
      request: `${route.method} ${path.slice(0, 200)}`,
      body: body?.slice(0, 200),
      status: response.status,
    };
    if (response.status >= 500) throw new Error(`${JSON.stringify(about)} ${text}`);
    const type = response.headers.get('content-type');
    if (response.status >= 400)
      expect({ ...about, type }).toEqual({
        ...about,
        type: 'application/problem+json; charset=utf-8',
      });
    counts.add(`answered ${response.status}`);
  };

  const filled = ({ path }: Route, value: string): string =>
    path.replace(/\{(\w+)\}/g, () => encodeURIComponent(value));

  // what a body says is judged before the database is asked
  if (database.engine === 'sqlite') {
    it('survives every body', async () => {
      const whole = Object.values(jsonTexts);
      for (const route of routes.filter(({ fields }) => fields.length > 0)) {
        const parts = route.fields.flatMap((field) =>
          wrongValues.map((value) => JSON.stringify({ [field]: value })),
        );
        for (const body of [...whole, ...parts]) await survives(route, filled(route, 'acme'), body);
      }
      expect(counts.of('answered 400')).toBeGreaterThan(500);
    });
  }

  it('survives every path', async () => {
    for (const route of routes.filter(({ path }) => path.includes('{'))) {
      for (const name of names) await survives(route, filled(route, name));
    }
    expect(counts.of('answered 404')).toBeGreaterThan(50);
  });

  onPostgres('survives every query', async () => {
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      for (const name of route.query) {
        for (const value of queries)
          await survives(
            route,
            `${filled(route, 'acme')}?${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
          );
      }
      for (const text of [
        '__proto__=1',
        'constructor[prototype][a]=1',
        '[]=1',
        '=',
        '&&&',
        '%',
        '%zz=%zz',
        'a[b][c]'.repeat(100),
        '?'.repeat(1_000),
      ]) {
        await survives(route, `${filled(route, 'acme')}?${text}`);
      }
    }
    expect(counts.of('answered 200')).toBeGreaterThan(20);
  });

  it('survives every text as a search', async () => {
    const search = (text: string) =>
      survives({ method: 'GET' }, `/experimental/search?q=${encodeURIComponent(text)}`);
    const pieces = fc.array(
      fc.constantFrom(
        'a',
        '"',
        '*',
        '(',
        ')',
        ' ',
        ':',
        'OR',
        'NEAR',
        '-',
        '&',
        '|',
        '!',
        "'",
        '\\',
        '<->',
        '\u0000',
      ),
    );
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      pieces.map((all) => all.join('')),
    );
    const before = counts.of('answered 200');
    await fc.assert(fc.asyncProperty(texts, search), { numRuns: rounds(300, 10_000) });
    expect(counts.of('answered 200')).toBeGreaterThan(before + 200);
  });

  it('is as well as before', async () => {
    expect(await new RegistryApi(registry).listed()).toHaveProperty('size', 1);
    expect((await registry.stop()).code).toBe(0);
    expect(registry.output).not.toContain('request failed');
  });
});
