import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { soundConfigurationOf, type Values } from '../../testing/configuration-of.js';
import { without } from '../testing/without.js';
import { decideIncoming } from './decide-incoming.js';

const IN = 'feature.network.incoming';
const HTTP = `${IN}.http_filter`;
const TARGET: Values = { 'target.path': 'pod/web' };
const STEAL: Values = { ...TARGET, [`${IN}.mode`]: 'steal' };

const decide = async (values: Values, port: number, ...headers: string[]) =>
  decideIncoming(await soundConfigurationOf(values), port, headers);

const http = (name: string, value: unknown, more: Values = STEAL): Values => ({
  ...more,
  [`${HTTP}.${name}`]: value,
});

type Row = [
  what: string,
  values: Values,
  port: number,
  verdict: string,
  rule: string,
  next: string | null,
  localPort: number | null,
];

describe('ports', () => {
  it.each<Row>([
    ['nothing set', {}, 80, 'mirrored', `${IN}.mode`, null, 80],
    ['steal', STEAL, 80, 'stolen', `${IN}.mode`, null, 80],
    ['off', { [`${IN}.mode`]: 'off' }, 80, 'local', `${IN}.mode`, `${IN}.mode`, 80],
    ['targetless', { 'target.path': 'targetless' }, 80, 'local', 'target.path', `${IN}.mode`, 80],
    [
      'a target as an object',
      { 'target.path': { pod: 'web' } },
      80,
      'mirrored',
      `${IN}.mode`,
      null,
      80,
    ],
    [
      'mapped',
      { ...STEAL, [`${IN}.port_mapping`]: [[80, 8080]] },
      80,
      'stolen',
      `${IN}.mode`,
      null,
      8080,
    ],
    [
      'local side of a pair',
      { ...STEAL, [`${IN}.port_mapping`]: [[80, 8080]] },
      8080,
      'not_received',
      `${IN}.port_mapping[0]`,
      `${IN}.mode`,
      null,
    ],
    [
      'both sides of pairs',
      {
        ...STEAL,
        [`${IN}.port_mapping`]: [
          [80, 8080],
          [8080, 80],
        ],
      },
      8080,
      'stolen',
      `${IN}.mode`,
      null,
      80,
    ],
    [
      'the local port is ignored',
      { ...STEAL, [`${IN}.port_mapping`]: [[80, 8080]], [`${IN}.ignore_ports`]: [1, 8080] },
      80,
      'local',
      `${IN}.ignore_ports[1]`,
      `${IN}.mode`,
      8080,
    ],
    [
      'the port of the target is ignored in vain',
      { ...STEAL, [`${IN}.port_mapping`]: [[80, 8080]], [`${IN}.ignore_ports`]: [80] },
      80,
      'stolen',
      `${IN}.mode`,
      null,
      8080,
    ],
    ['in ports', { ...STEAL, [`${IN}.ports`]: [80] }, 80, 'stolen', `${IN}.mode`, null, 80],
    [
      'not in ports, where ports are those of the target',
      { ...STEAL, [`${IN}.port_mapping`]: [[80, 8080]], [`${IN}.ports`]: [8080] },
      80,
      'local',
      `${IN}.ports`,
      `${IN}.mode`,
      8080,
    ],
    [
      'a filter for other ports',
      http('header_filter', 'x', { ...STEAL, [`${HTTP}.ports`]: [8080] }),
      80,
      'stolen',
      `${HTTP}.ports`,
      `${HTTP}.header_filter`,
      80,
    ],
    [
      'ports of a filter without a filter',
      { ...STEAL, [`${HTTP}.ports`]: [8080] },
      80,
      'stolen',
      `${IN}.mode`,
      null,
      80,
    ],
  ])('%s', async (...[, values, port, verdict, rule, next, localPort]) => {
    const decision = await decide(values, port);
    expect([decision.verdict, decision.rule.name, decision.next?.name ?? null]).toEqual([
      verdict,
      rule,
      next,
    ]);
    expect(decision.localPort).toBe(localPort);
  });

  it('explains the numbers', async () => {
    const values = {
      ...STEAL,
      [`${IN}.port_mapping`]: [[80, 8080]],
      [`${IN}.listen_ports`]: [[8080, 18080]],
    };
    expect((await decide(values, 80)).notes).toEqual([
      `Port 80 of the target is port 8080 here (${IN}.port_mapping[0]).`,
      `A process that asks for port 8080 really listens on 18080 (${IN}.listen_ports[0]).`,
    ]);
    expect((await decide(values, 8080)).notes).toEqual([
      'Port 8080 here answers for port 80 of the target, so nobody listens for port 8080 of the target. A pair of `port_mapping` is `[remote, local]`.',
    ]);
  });

  it('says what a received port depends on', async () => {
    const { notes } = await decide({ [`${IN}.ignore_localhost`]: true }, 80);
    expect(notes).toEqual([
      expect.stringContaining('on a loopback address only stays local'),
      'No target is set. Without one nothing is received.',
    ]);
  });

  it.each([0, -1, 1.5, 70_000, Number.NaN])('refuses port %s', async (port) => {
    await expect(decide({}, port)).rejects.toMatchObject({
      code: 'invalid_input',
      hint: 'Write a whole number from 1 to 65535.',
    });
  });
});

const LIST = [{ header: '^x-user: me$' }, { path: '^/orders' }, { method: 'post' }];
const OPEN = { body: 'json', query: '$.a', matches: 'b' };

type FilterRow = [
  what: string,
  name: string,
  filter: unknown,
  headers: readonly string[],
  verdict: string,
  rule: string,
  next: string,
];

describe('filters', () => {
  it.each<FilterRow>([
    ['a header', 'header_filter', 'x-user: me', ['X-User: Me'], 'stolen', '', 'mode'],
    ['no space', 'header_filter', '^x-user: me$', ['X-User:me  '], 'stolen', '', 'mode'],
    ['another header', 'header_filter', '^me', ['X-User: me', 'A: b'], 'passed', '', 'mode'],
    ['look-around', 'header_filter', '^x-user: (?!me)', ['X-User: me'], 'passed', '', 'mode'],
    ['no headers', 'header_filter', 'x', [], 'depends', '', 'mode'],
    ['a path alone', 'header_filter', 'x', [':path: /x'], 'depends', '', 'mode'],
    ['the path', 'path_filter', '^/orders$', [':path: /orders?id=1'], 'stolen', '', 'mode'],
    ['the query', 'path_filter', 'id=1$', [':path: /Orders?ID=1'], 'stolen', '', 'mode'],
    ['no health', 'path_filter', '^(?!/health)', [':path: /health'], 'passed', '', 'mode'],
    ['no path', 'path_filter', '^/', ['X-User: me'], 'depends', '', 'mode'],
    ['the method', 'method_filter', 'POST', [':method: post'], 'stolen', '', 'mode'],
    ['not a pattern', 'method_filter', 'P', [':method: POST'], 'passed', '', 'mode'],
    ['no method', 'method_filter', 'POST', [':path: /'], 'depends', '', 'mode'],
    ['a body', 'body_filter', OPEN, [':path: /'], 'depends', '', 'mode'],
    ['jq', 'header_filter_jq', '.x', ['X-User: me'], 'depends', '', 'mode'],
    [
      'all',
      'all_of',
      LIST,
      ['X-User: me', ':path: /orders', ':method: POST'],
      'stolen',
      'all_of',
      'mode',
    ],
    [
      'not all',
      'all_of',
      LIST,
      ['X-User: me', ':path: /', ':method: POST'],
      'passed',
      'all_of[1]',
      'all_of',
    ],
    [
      'none of all',
      'all_of',
      LIST,
      ['X-User: you', ':path: /', ':method: POST'],
      'passed',
      'all_of[0]',
      'all_of[1]',
    ],
    ['all, as far as known', 'all_of', LIST, ['X-User: me'], 'depends', 'all_of', 'mode'],
    ['not all, as far as known', 'all_of', LIST, [':path: /'], 'passed', 'all_of[1]', 'all_of'],
    ['all with a body', 'all_of', [OPEN, LIST[1]], [':path: /orders'], 'depends', 'all_of', 'mode'],
    ['any', 'any_of', LIST, [':path: /orders'], 'stolen', 'any_of[1]', 'any_of'],
    [
      'any twice',
      'any_of',
      LIST,
      ['X-User: me', ':path: /orders'],
      'stolen',
      'any_of[0]',
      'any_of[1]',
    ],
    [
      'none of any',
      'any_of',
      LIST,
      ['X-User: you', ':path: /', ':method: GET'],
      'passed',
      'any_of',
      'mode',
    ],
    ['any, not known', 'any_of', LIST, ['X-User: you'], 'depends', 'any_of', 'mode'],
    ['any with jq', 'any_of', [{ query: '.x' }], ['X-User: you'], 'depends', 'any_of', 'mode'],
    ['one of one', 'any_of', [LIST[1]], [':path: /orders'], 'stolen', 'any_of[0]', 'mode'],
  ])('%s', async (...[, name, filter, headers, verdict, rule, next]) => {
    const decision = await decide(http(name, filter), 80, ...headers);
    const last = next === 'mode' ? `${IN}.mode` : `${HTTP}.${next}`;
    expect([decision.verdict, decision.rule.name, decision.next?.name]).toEqual([
      verdict,
      `${HTTP}.${rule || name}`,
      last,
    ]);
  });

  it('mirrors what matches under `mirror`', async () => {
    const values = http('header_filter', 'x', TARGET);
    await expect(decide(values, 80, 'X: 1')).resolves.toMatchObject({ verdict: 'mirrored' });
    await expect(decide(values, 80, 'A: 1')).resolves.toMatchObject({ verdict: 'passed' });
    const { notes } = await decide(values, 80);
    expect(notes[0]).toContain('are mirrored; the application in the target gets all of them.');
  });

  it('lists what has to be given', async () => {
    const { rule, notes } = await decide(http('any_of', [...LIST, OPEN, { query: '.x' }]), 80);
    expect(rule).toMatchObject({ verdict: 'depends', reason: 'may or may not match' });
    expect(notes).toEqual([
      'Only requests that match the filter are stolen; the application in the target gets the others.',
      'Traffic that is not HTTP never matches.',
      `\`${HTTP}.any_of[0]\` (^x-user: me$) looks at the headers of a request: give them as \`Name: value\`.`,
      `\`${HTTP}.any_of[1]\` (^/orders) looks at the path of a request: give it as \`:path: /orders?id=1\`.`,
      `\`${HTTP}.any_of[2]\` (post) looks at the method of a request: give it as \`:method: GET\`.`,
      `\`${HTTP}.any_of[3]\` ($.a matches b) looks at the body of a request, which is known only when it arrives.`,
      `\`${HTTP}.any_of[4]\` (.x) is a jq program, which runs only when a request arrives.`,
    ]);
  });

  it('names what matches', async () => {
    const { rule } = await decide(http('header_filter', '^x'), 80, 'A: b', 'X-User:me');
    expect(rule.reason).toBe('has the header X-User: me, which matches ^x');
  });

  it.each([
    [['GET /'], '"GET /": this is not a header.'],
    [['X: 1', 'two', ''], '"two", "": these are not headers.'],
    [[':wrong: x'], '":wrong: x": this is not a header.'],
    [[': x'], '": x": this is not a header.'],
    [['X: a\r\nY: b'], 'this is not a header.'],
    [['a'.repeat(10_000)], 'this is not a header.'],
  ])('refuses %j', async (headers, what) => {
    await expect(decide({}, 80, ...headers)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(what),
      hint: expect.stringContaining('`Name: value`'),
    });
  });
});

describe('what would come next', () => {
  const port = fc.constantFrom(80, 8080, 9000);
  const condition = fc.constantFrom<object>(...LIST, { header: 'a' }, OPEN, { query: '.x' });
  const conditions = fc.array(condition, { minLength: 1, maxLength: 3 });
  const filters = fc.oneof(
    fc.constant({}),
    fc.constantFrom('x-user', 'a', '^(?!x)').map((text) => ({ [`${HTTP}.header_filter`]: text })),
    conditions.map((list) => ({ [`${HTTP}.all_of`]: list })),
    conditions.map((list) => ({ [`${HTTP}.any_of`]: list })),
  );
  const others = fc.record(
    {
      [`${IN}.mode`]: fc.constantFrom('steal', 'mirror', 'off'),
      [`${IN}.port_mapping`]: fc.constantFrom([[80, 8080]], [[8080, 80]], [[80, 9000]]),
      [`${IN}.ports`]: fc.uniqueArray(port, { minLength: 1 }),
      [`${IN}.ignore_ports`]: fc.uniqueArray(port, { minLength: 1 }),
      [`${HTTP}.ports`]: fc.uniqueArray(port, { minLength: 1 }),
    },
    { requiredKeys: [] },
  );
  const headers = fc.subarray(['X-User: me', 'A: b', ':path: /orders', ':path: /', ':method: GET']);

  it('is what decides without the rule', async () => {
    await fc.assert(
      fc.asyncProperty(filters, others, port, headers, async (...[filter, other, asked, given]) => {
        const values = { ...filter, ...other };
        const { rule, next } = await decide(values, asked, ...given);
        const left = without(values, rule);
        if (left === undefined || next === null) return;
        const after = await decide(left, asked, ...given);
        expect([after.verdict, after.rule.reason]).toEqual([next.verdict, next.reason]);
      }),
      { numRuns: 500 },
    );
  });
});
