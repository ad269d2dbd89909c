import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { configurationOf, FILE, type Values } from '../../testing/configuration-of.js';
import { without } from '../testing/without.js';
import { decideOutgoing } from './decide-outgoing.js';

const OUT = 'feature.network.outgoing';
const local = (...entries: string[]): Values => ({ [`${OUT}.filter`]: { local: entries } });
const remote = (...entries: string[]): Values => ({ [`${OUT}.filter`]: { remote: entries } });
const decide = async (values: Values, address: string) =>
  decideOutgoing(await configurationOf(values), address);

type Row = [
  what: string,
  values: Values,
  address: string,
  verdict: string,
  rule: string,
  next: string | null,
];

describe('decideOutgoing', () => {
  it.each<Row>([
    ['nothing set', {}, 'tcp://db:5432', 'remote', `${OUT}.tcp`, null],
    ['nothing set, udp', {}, 'udp://db:53', 'remote', `${OUT}.udp`, null],
    ['port 7', {}, 'tcp://db:7', 'mocked', 'experimental.tcp_ping4_mock', `${OUT}.tcp`],
    [
      'port 7 without mock',
      { 'experimental.tcp_ping4_mock': false },
      'tcp://db:7',
      'remote',
      `${OUT}.tcp`,
      null,
    ],
    ['port 0', {}, 'tcp://db:0', 'local', 'port 0', `${OUT}.tcp`],
    ['localhost', {}, 'tcp://localhost:80', 'remote', `${OUT}.tcp`, null],
    [
      'own localhost',
      { [`${OUT}.ignore_localhost`]: true },
      'tcp://127.0.0.1:80',
      'local',
      `${OUT}.ignore_localhost`,
      `${OUT}.tcp`,
    ],
    [
      'own localhost, elsewhere',
      { [`${OUT}.ignore_localhost`]: true },
      'tcp://db:80',
      'remote',
      `${OUT}.tcp`,
      null,
    ],
    [
      'port 7 before localhost',
      { [`${OUT}.ignore_localhost`]: true },
      'tcp://[::1]:7',
      'mocked',
      'experimental.tcp_ping4_mock',
      `${OUT}.ignore_localhost`,
    ],
    ['no tcp', { [`${OUT}.tcp`]: false }, 'tcp://db:80', 'local', `${OUT}.tcp`, `${OUT}.tcp`],
    ['no tcp, but udp', { [`${OUT}.tcp`]: false }, 'udp://db:80', 'remote', `${OUT}.udp`, null],
    [
      'no tcp, with filter',
      { [`${OUT}.tcp`]: false, ...remote('tcp://db') },
      'tcp://db:80',
      'local',
      `${OUT}.tcp`,
      `${OUT}.filter.remote[0]`,
    ],
    ['in local', local('db'), 'tcp://DB.:80', 'local', `${OUT}.filter.local[0]`, `${OUT}.tcp`],
    [
      'in local, of two',
      local('db', 'web'),
      'tcp://db:80',
      'local',
      `${OUT}.filter.local[0]`,
      `${OUT}.filter.local`,
    ],
    [
      'twice in local',
      local('web', 'db', ':80'),
      'tcp://db:80',
      'local',
      `${OUT}.filter.local[1]`,
      `${OUT}.filter.local[2]`,
    ],
    ['not in local', local('web'), 'tcp://db:80', 'remote', `${OUT}.filter.local`, `${OUT}.tcp`],
    [
      'in remote',
      remote('tcp://10.0.0.0/8:80'),
      'tcp://10.1.2.3:80',
      'remote',
      `${OUT}.filter.remote[0]`,
      `${OUT}.tcp`,
    ],
    [
      'in remote by another protocol',
      remote('udp://10.0.0.0/8:80'),
      'tcp://10.1.2.3:80',
      'local',
      `${OUT}.filter.remote`,
      `${OUT}.tcp`,
    ],
    ['empty entry', local(''), 'tcp://db:80', 'local', `${OUT}.filter.local[0]`, `${OUT}.tcp`],
    ['empty list', remote(), 'tcp://db:80', 'local', `${OUT}.filter.remote`, `${OUT}.tcp`],
    [
      'localhost in local',
      local('localhost'),
      'tcp://127.0.0.1:80',
      'local',
      `${OUT}.filter.local[0]`,
      `${OUT}.tcp`,
    ],
    ['unix', {}, 'unix:///run/x', 'local', 'the default of Unix sockets', null],
    [
      'unix in the target',
      { [`${OUT}.unix_streams`]: ['^/var', '^/run/'] },
      'unix:///run/x',
      'remote',
      `${OUT}.unix_streams[1]`,
      `${OUT}.unix_streams`,
    ],
    [
      'unix, by one pattern',
      { [`${OUT}.unix_streams`]: ['x'] },
      'unix:///run/x',
      'remote',
      `${OUT}.unix_streams[0]`,
      'the default of Unix sockets',
    ],
    [
      'unix, by none',
      { [`${OUT}.unix_streams`]: ['^/RUN'] },
      'unix:///run/x',
      'local',
      `${OUT}.unix_streams`,
      'the default of Unix sockets',
    ],
  ])('%s', async (...[, values, address, verdict, rule, next]) => {
    const decision = await decide(values, address);
    expect([decision.verdict, decision.rule.name, decision.next?.name ?? null]).toEqual([
      verdict,
      rule,
      next,
    ]);
  });

  it('names the line of the entry and why it applies', async () => {
    const { rule } = await decide(local('web', '10.0.0.0/8'), 'tcp://10.1.2.3:80');
    expect(rule).toEqual({
      name: `${OUT}.filter.local[1]`,
      verdict: 'local',
      reason: 'is covered by 10.0.0.0/8',
      source: {
        kind: 'file',
        file: FILE,
        line: 5,
        column: 37,
        path: ['feature', 'network', 'outgoing', 'filter', 'local', 1],
      },
    });
  });

  it('says what an address depends on', async () => {
    const here = await decide(local('web', 'db:80', '[fd00::]/8'), 'tcp://10.0.0.1:80');
    expect(here.verdict).toBe('remote');
    expect(here.notes).toEqual([
      `It is local instead if one of these names resolves to 10.0.0.1 on this machine: web (${OUT}.filter.local[0]), db:80 (${OUT}.filter.local[1]).`,
    ]);
    const there = await decide(remote('web'), 'tcp://10.0.0.1:80');
    expect(there.notes).toEqual([
      `It is remote instead if one of these names resolves to 10.0.0.1 in the target: web (${OUT}.filter.remote[0]).`,
    ]);
  });

  it('says what a name depends on, and where it is resolved', async () => {
    const values = remote('10.0.0.0/8', 'web');
    const there = await decide(values, 'tcp://db:80');
    expect(there.verdict).toBe('local');
    expect(there.notes).toEqual([
      `It is remote instead if db resolves, in the target, to an address in one of these: 10.0.0.0/8 (${OUT}.filter.remote[0]).`,
    ]);
    const here = await decide({ ...values, 'feature.network.dns.enabled': false }, 'tcp://db:80');
    expect(here.notes[0]).toContain('if db resolves, on this machine, to an address');
  });

  it('lists ten entries and counts the rest', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `name-${index}`);
    const { notes } = await decide(local(...names), 'tcp://10.0.0.1:80');
    expect(notes[0]).toContain('name-9');
    expect(notes[0]).toContain(', and 2 more.');
  });

  it('needs no note when an entry decides for certain', async () => {
    const { notes } = await decide(local('db', '10.0.0.0/8'), 'tcp://db:80');
    expect(notes).toEqual([]);
  });

  it('says whose localhost it is', async () => {
    const { notes } = await decide({}, 'tcp://localhost:5432');
    expect(notes).toEqual([expect.stringContaining("localhost is the target's own here")]);
  });

  it('says where a name is resolved that DNS keeps here', async () => {
    const { notes } = await decide({ 'feature.network.dns.enabled': false }, 'tcp://db:80');
    expect(notes).toEqual([
      'db is resolved on this machine (feature.network.dns.enabled), and what it resolves to is reached from the target.',
    ]);
  });

  it('says that names have to be equal', async () => {
    const { notes } = await decide(local('example.com'), 'tcp://db.example.com:80');
    expect(notes).toEqual([
      `Names must be equal, so db.example.com is not covered by example.com (${OUT}.filter.local[0]).`,
    ]);
  });

  it('refuses an entry that cannot be read', async () => {
    await expect(decide(local('db', '*.x'), 'tcp://db:80')).rejects.toMatchObject({
      message: expect.stringContaining(`\`${OUT}.filter.local[1]\` cannot be used: wildcards`),
    });
  });

  it.each(['tcp://', 'db:80', 'tcp://db:70000', 'tcp://::1:80', `tcp://${'a'.repeat(10_000)}:80`])(
    'refuses %.20s',
    async (address) => {
      await expect(decide({}, address)).rejects.toMatchObject({
        code: 'invalid_input',
        hint: expect.stringContaining('tcp://host:port'),
      });
    },
  );
});

describe('what would come next', () => {
  const entry = fc.constantFrom(
    ...['', 'db', 'web', 'localhost', ':80', 'tcp://', 'udp://db', '10.0.0.0/8', 'db:80'],
    ...['[::1]', 'tcp://127.0.0.0/8:7', 'udp://:53', 'example.com'],
  );
  const entries = fc.array(entry, { minLength: 1, maxLength: 4 });
  const values = fc.record(
    {
      [`${OUT}.tcp`]: fc.boolean(),
      [`${OUT}.udp`]: fc.boolean(),
      [`${OUT}.ignore_localhost`]: fc.boolean(),
      [`${OUT}.filter`]: fc.oneof(fc.record({ local: entries }), fc.record({ remote: entries })),
      [`${OUT}.unix_streams`]: fc.array(fc.constantFrom('^/run', 'x$', '[a-z]+'), { minLength: 1 }),
      'experimental.tcp_ping4_mock': fc.constant(false),
    },
    { requiredKeys: [] },
  );
  const address = fc.oneof(
    fc.constant('unix:///run/x'),
    fc
      .tuple(
        fc.constantFrom('tcp', 'udp'),
        fc.constantFrom(
          'db',
          'web',
          'localhost',
          '127.0.0.1',
          '[::1]',
          '10.0.0.1',
          'a.example.com',
        ),
        fc.constantFrom(0, 7, 53, 80),
      )
      .map(([protocol, host, port]) => `${protocol}://${host}:${port}`),
  );

  it('is what decides without the rule', async () => {
    await fc.assert(
      fc.asyncProperty(values, address, async (given, asked) => {
        const { rule, next } = await decide(given, asked);
        const left = without(given, rule);
        if (left === undefined || next === null) return;
        const after = await decide(left, asked);
        expect([after.verdict, after.rule.reason]).toEqual([next.verdict, next.reason]);
      }),
      { numRuns: 500 },
    );
  });
});
