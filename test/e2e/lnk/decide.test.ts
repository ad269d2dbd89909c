import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LnkProgram, refused } from './lnk-program.js';

const FILE = `key: ann
target: deployment/orders
feature:
  fs:
    mode: read
    read_only:
      - ^/etc/orders/
    mapping:
      "^/src/(\\\\w+)": "/app/$1"
  env:
    exclude: "NODE_*;DEBUG"
    override:
      PORT: "8080"
  network:
    incoming:
      mode: steal
      http_filter:
        header_filter: "^baggage: .*lnk-session={{ key }}"
      port_mapping: [[80, 8080]]
      ignore_ports: [9000]
    outgoing:
      filter:
        local: ["tcp://10.0.0.0/8:5432", "db.internal"]
    dns:
      filter:
        local: ["db.internal", "example.com"]
`;

interface Expected {
  readonly verdict: string;
  /** Name and `line:column`, or `default`. */
  readonly rule: readonly [string, string];
  readonly next: readonly [string, string] | null;
}

describe('lnk config decide', () => {
  let lnk: LnkProgram;
  beforeAll(async () => {
    lnk = await LnkProgram.open();
    await lnk.write('.lnk/lnk.json', {});
    await lnk.write('lnk.yaml', FILE);
  });
  afterAll(() => lnk.close());

  const decide = async (words: readonly string[]): Promise<Record<string, unknown>> => {
    const { code, data, stderr } = await lnk.json(['decide', ...words, '-f', 'lnk.yaml']);
    expect([code, stderr]).toEqual([0, '']);
    return data as Record<string, unknown>;
  };

  const DECISIONS: readonly (readonly [readonly string[], Expected])[] = [
    [
      ['path', '/etc/orders/app.yaml'],
      {
        verdict: 'remote',
        rule: ['feature.fs.read_only[0]', '7:9'],
        next: ['the default read-local set', 'default'],
      },
    ],
    [
      ['outgoing', 'tcp://10.1.2.3:5432'],
      {
        verdict: 'local',
        rule: ['feature.network.outgoing.filter.local[0]', '23:17'],
        next: ['feature.network.outgoing.filter.local', '23:16'],
      },
    ],
    [
      ['outgoing', 'udp://10.1.2.3:5432'],
      {
        verdict: 'remote',
        rule: ['feature.network.outgoing.filter.local', '23:16'],
        next: ['feature.network.outgoing.udp', 'default'],
      },
    ],
    [
      ['dns', 'example.com'],
      {
        verdict: 'local',
        rule: ['feature.network.dns.filter.local[1]', '26:32'],
        next: ['feature.network.dns.filter.local', '26:16'],
      },
    ],
    [
      ['dns', 'orders.shop:80'],
      {
        verdict: 'remote',
        rule: ['feature.network.dns.filter.local', '26:16'],
        next: ['feature.network.dns.enabled', 'default'],
      },
    ],
    [
      ['incoming', '80', 'baggage: lnk-session=ann'],
      {
        verdict: 'stolen',
        rule: ['feature.network.incoming.http_filter.header_filter', '18:24'],
        next: ['feature.network.incoming.mode', '16:13'],
      },
    ],
    [
      ['incoming', '9000'],
      {
        verdict: 'local',
        rule: ['feature.network.incoming.ignore_ports[0]', '20:22'],
        next: ['feature.network.incoming.http_filter.header_filter', '18:24'],
      },
    ],
  ];

  it.each(DECISIONS)('%j', async (words, { verdict, rule, next }) => {
    const view = await decide(words);
    expect(view['asked']).toBe(words[1]);
    expect(view['verdict']).toBe(verdict);
    expect(ruleOf(view['rule'])).toEqual(rule);
    expect(ruleOf(view['next'])).toEqual(next);
  });

  it('path: mapping, and writing', async () => {
    expect(await decide(['path', '/src/lib/a'])).toMatchObject({
      asked: '/src/lib/a',
      verdict: 'remote',
      rule: { name: 'feature.fs.mode', source: { line: 5, column: 11 } },
      next: null,
      path: '/app/lib/a',
      mapped: { from: '/src/lib/a', to: '/app/lib/a', rule: { source: { line: 9, column: 23 } } },
    });
    expect(await decide(['path', '--op', 'write', '/etc/orders/app.yaml'])).toMatchObject({
      verdict: 'local',
      rule: { name: 'feature.fs.read_only[0]' },
      mapped: null,
    });
  });

  it('incoming: the port here', async () => {
    expect(await decide(['incoming', '80', 'baggage: lnk-session=bob'])).toMatchObject({
      verdict: expect.not.stringContaining('stolen'),
    });
    expect(await decide(['incoming', '80', 'Baggage: lnk-session=ann', ':path: /x'])).toMatchObject(
      { verdict: 'stolen', localPort: 8080 },
    );
  });

  it('env: several at once, in the order asked for', async () => {
    const view = await decide(['env', 'PORT', 'NODE_ENV', 'PATH', 'TOKEN', 'PORT']);
    const variables = view['variables'] as Record<string, unknown>[];
    expect(
      variables.map(({ asked, verdict, value, rule }) => [asked, verdict, value, ...ruleOf(rule)!]),
    ).toEqual([
      ['PORT', 'set', '8080', 'feature.env.override.PORT', '13:13'],
      ['NODE_ENV', 'local', null, 'feature.env.exclude[0]', '11:14'],
      ['PATH', 'local', null, 'the variables that are always left out', 'default'],
      ['TOKEN', 'remote', null, 'feature.env.exclude', '11:14'],
      ['PORT', 'set', '8080', 'feature.env.override.PORT', '13:13'],
    ]);
  });

  it.each([
    [
      ['path', '/src/lib/a'],
      ['remote  /src/lib/a', 'path  /app/lib/a', 'rule  feature.fs.mode  lnk.yaml:5:11'],
      ['next  nothing comes after it'],
    ],
    [
      ['env', 'PORT', 'DEBUG'],
      ['set  PORT', 'value 8080', 'rule  feature.env.override.PORT  lnk.yaml:13:13'],
      ['local  DEBUG', 'rule  feature.env.exclude[0]  lnk.yaml:11:14'],
    ],
    [
      ['outgoing', 'tcp://10.1.2.3:5432'],
      ['local  tcp://10.1.2.3:5432', 'is covered by tcp://10.0.0.0/8:5432'],
      ['next  feature.network.outgoing.filter.local → remote  lnk.yaml:23:16'],
    ],
    [
      ['dns', 'example.com'],
      ['local  example.com', 'rule  feature.network.dns.filter.local[1]  lnk.yaml:26:32'],
      ['note  '],
    ],
    [
      ['incoming', '80', 'baggage: lnk-session=ann'],
      ['stolen  80', 'port  8080 of this machine', 'rule  feature.network.incoming.http_filter'],
      ['next  feature.network.incoming.mode → stolen  lnk.yaml:16:13'],
    ],
  ])('in text: %j', async (words, said, more) => {
    const { code, stdout, stderr } = await lnk.run(['decide', ...words, '-f', 'lnk.yaml']);
    expect([code, stderr]).toEqual([0, '']);
    for (const text of [...said, ...more]) expect(stdout).toContain(text);
  });

  it('by the defaults without a file, by variables where they are set', async () => {
    const path = ['decide', 'path', '/data/x'];
    expect((await lnk.json(path)).data).toMatchObject({
      verdict: 'remote',
      rule: { name: 'feature.fs.mode', source: { kind: 'default' } },
    });
    const env = { LNK_FILE_MODE: 'local' };
    expect((await lnk.json([...path, '-f'], { env })).data).toMatchObject({
      verdict: 'local',
      rule: { source: { kind: 'environment', name: 'LNK_FILE_MODE' } },
    });
  });

  it('not by a configuration with a mistake', async () => {
    const options = { input: 'feature: { env: { overide: {} } }\n' };
    expect(await lnk.run(['decide', 'env', 'A', '-f', '-'], options)).toEqual(
      refused(3, 'standard input has 1 mistake', '1:19 feature.env.overide', 'Did you mean'),
    );
    const { code, data } = await lnk.json(['decide', 'env', 'A', '-f', '-'], options);
    expect([code, data]).toMatchObject([
      3,
      { error: { code: 'config_invalid', issues: [{ line: 1, column: 19 }] } },
    ]);
  });

  it.each([
    [['outgoing', 'db.internal'], '"db.internal" is not an address', 'Write tcp://host:port'],
    [['incoming', '0'], 'port must not be less than 1', 'port'],
    [['incoming', '80', 'nothing'], '"nothing"', 'Name: value'],
  ])('not for a wrong question: %j', async (words, what, hint) => {
    const answer = await lnk.run(['decide', ...words]);
    expect([2, 3]).toContain(answer.code);
    expect(answer).toEqual(refused(answer.code, what, hint));
  });
});

interface RuleView {
  readonly name: string;
  readonly source: { readonly kind: string; readonly line?: number; readonly column?: number };
}

function ruleOf(rule: unknown): readonly [string, string] | null {
  if (rule === null) return null;
  const { name, source } = rule as RuleView;
  const { kind, line, column } = source;
  return [name, kind === 'file' ? `${String(line)}:${String(column)}` : kind];
}
