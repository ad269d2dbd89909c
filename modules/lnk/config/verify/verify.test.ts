import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FIELDS } from '../fields/index.js';
import { pathText } from '../problem.js';
import {
  configurationOf,
  soundConfigurationOf,
  type Values,
} from '../../testing/configuration-of.js';
import { valueOfShape } from '../../testing/value-of-shape.js';
import { RULES, verify, type Finding } from './verify.js';

/** Values, and what is found: `error feature.env.exclude`. */
type Case = readonly [values: Values, ...found: string[]];

const IN = 'feature.network.incoming';
const HTTP = `${IN}.http_filter`;
const OUT = 'feature.network.outgoing.filter';
const DNS = 'feature.network.dns.filter';
const COPY = 'feature.copy_target.enabled';
const STEAL = { [`${IN}.mode`]: 'steal' };
const LABEL = { 'target.path': 'label/app=web' };
const NO_TARGET = { 'target.path': 'targetless' };
const POD = { 'target.path': 'pod/web' };
const SQS = new Map([['orders', { queue_type: 'SQS' }]]);
const BRANCH = { type: 'pg', connection: { url: 'DB_URL' } };

const shown = ({ severity, field, within }: Finding): string =>
  `${severity} ${pathText([...field.split('.'), ...(within ?? [])])}`;

const found = async (values: Values, final = false): Promise<readonly string[]> =>
  verify(await soundConfigurationOf(values), { final }).map(shown);

const TARGETS: readonly Case[] = [
  [{}],
  [POD],
  [{ 'target.path': { deployment: 'web' } }],
  [{ 'target.path': null }],
  [{ 'target.path': { labels: new Map() } }, 'error target.path.labels'],
  [
    { 'target.path': { labels: new Map([['app', 'web']]), container: 'a/b' } },
    'error target.path.container',
  ],
  [{ 'target.path': { deployment: 'a/b' } }, 'error target.path.deployment'],
  [LABEL],
  [{ ...LABEL, ...STEAL, [COPY]: true }, `error ${COPY}`],
  [{ ...LABEL, ...STEAL, [COPY]: false }],
  [{ ...LABEL, multi_cluster: true }, 'error multi_cluster'],
  [{ ...LABEL, multi_cluster: false }],
  [{ ...POD, multi_cluster: true }],
  [{ ...LABEL, 'feature.split_queues': SQS }, 'error feature.split_queues'],
  [{ ...LABEL, 'feature.split_queues': new Map() }],
  [{ ...POD, 'feature.split_queues': SQS }],
  [{ ...LABEL, 'feature.db_branches': [BRANCH] }, 'error feature.db_branches'],
  [{ ...LABEL, 'feature.db_branches': [] }],
  [{ ...NO_TARGET, ...STEAL }, `error ${IN}.mode`],
  [{ ...NO_TARGET, [`${IN}.mode`]: 'mirror' }],
  [{ ...POD, ...STEAL }],
  [STEAL],
  [{ ...NO_TARGET, 'agent.ephemeral': true }, 'error agent.ephemeral'],
  [{ ...NO_TARGET, 'agent.ephemeral': false }],
  [{ ...POD, 'agent.ephemeral': true }],
  [{ ...NO_TARGET, 'agent.namespace': 'x' }, 'warning agent.namespace'],
  [{ ...POD, 'agent.namespace': 'x' }],
  [{ ...POD, 'agent.namespace': 'x', 'agent.ephemeral': true }, 'warning agent.namespace'],
  [{ ...POD, 'agent.namespace': 'x', 'agent.ephemeral': false }],
  [{ ...NO_TARGET, [COPY]: true }, `error ${COPY}`, `warning ${COPY}`],
];

const OPERATOR: readonly Case[] = [
  [{ operator: false, ...POD, ...STEAL, [COPY]: true }, `error ${COPY}`],
  [{ operator: true, ...POD, ...STEAL, [COPY]: true }],
  [{ operator: false, [COPY]: false }],
  [{ operator: false, 'target.path': 'job/x' }, 'error target.path'],
  [{ operator: false, 'target.path': { stateful_set: 'x' } }, 'error target.path'],
  [{ operator: false, ...LABEL }, 'error target.path'],
  [{ operator: false, 'target.path': 'rollout/x' }],
  [{ 'target.path': 'job/x' }],
  [{ 'target.path': 'service/x', ...STEAL, [COPY]: true }, `error ${COPY}`],
  [{ 'target.path': 'service/x' }],
  [{ ...POD, [COPY]: true }, `warning ${COPY}`],
  [
    { ...POD, ...STEAL, [COPY]: true, 'feature.copy_target.scale_down': true },
    'warning feature.copy_target.scale_down',
  ],
  [
    {
      'target.path': 'deployment/x',
      ...STEAL,
      [COPY]: true,
      'feature.copy_target.scale_down': true,
    },
  ],
  [{ operator: false, 'feature.split_queues': SQS }, 'warning feature.split_queues'],
  [{ operator: false, 'feature.split_queues': [] }],
  [{ operator: false, 'feature.preview': { image: 'x' } }, 'warning feature.preview'],
  [{ operator: false, 'feature.db_branches': [BRANCH] }, 'warning feature.db_branches[0]'],
  [{ operator: false, 'feature.db_branches': [{ type: 'redis', location: 'local' }] }],
];

const FILTERS: readonly Case[] = [
  [{ [`${HTTP}.header_filter`]: 'x' }],
  [{ [`${HTTP}.path_filter`]: 'x', [`${HTTP}.header_filter`]: 'x' }, `error ${HTTP}.path_filter`],
  [
    { [`${HTTP}.header_filter`]: 'x', [`${HTTP}.method_filter`]: 'GET' },
    `error ${HTTP}.method_filter`,
  ],
  [
    { [`${HTTP}.header_filter`]: 'x', [`${HTTP}.header_filter_jq`]: '.x' },
    `error ${HTTP}.header_filter_jq`,
  ],
  [
    {
      [`${HTTP}.body_filter`]: { body: 'json', query: '$', matches: 'x' },
      [`${HTTP}.all_of`]: [{ path: 'x' }],
      [`${HTTP}.any_of`]: [{ path: 'x' }],
    },
    `error ${HTTP}.all_of`,
  ],
  [{ [`${HTTP}.header_filter`]: 'x', [`${HTTP}.ports`]: [80] }],
  [{ [`${HTTP}.all_of`]: [] }, `error ${HTTP}.all_of`],
  [{ [`${HTTP}.any_of`]: [] }, `error ${HTTP}.any_of`],
  [{ [`${HTTP}.any_of`]: [{ method: 'GET' }] }],
  ...['header_filter', 'path_filter', 'method_filter', 'header_filter_jq'].map((name): Case => [
    { [`${HTTP}.${name}`]: '' },
    `error ${HTTP}.${name}`,
  ]),
  [{ [`${HTTP}.all_of`]: [{ path: 'x' }, { header: '' }] }, `error ${HTTP}.all_of[1].header`],
  [
    { [`${HTTP}.any_of`]: [{ query: '' }, { body: 'json', query: '$', matches: '' }] },
    `error ${HTTP}.any_of[0].query`,
    `error ${HTTP}.any_of[1].matches`,
  ],
  [
    { [`${HTTP}.body_filter`]: { body: 'json', query: '$', matches: '' } },
    `error ${HTTP}.body_filter.matches`,
  ],
];

const PORTS: readonly Case[] = [
  [{ [`${IN}.ignore_ports`]: [80], [`${IN}.ports`]: [81] }, `error ${IN}.ignore_ports`],
  [{ [`${IN}.ignore_ports`]: [], [`${IN}.ports`]: [81] }],
  [{ [`${IN}.ignore_ports`]: [80] }],
  [
    {
      [`${IN}.port_mapping`]: [
        [80, 8080],
        [81, 8081],
      ],
    },
  ],
  [
    {
      [`${IN}.port_mapping`]: [
        [80, 8080],
        [80, 8081],
      ],
    },
    `error ${IN}.port_mapping[1][0]`,
  ],
  [
    {
      [`${IN}.port_mapping`]: [
        [80, 8080],
        [81, 8080],
        [82, 8080],
      ],
    },
    `error ${IN}.port_mapping[1][1]`,
    `error ${IN}.port_mapping[2][1]`,
  ],
  [
    {
      [`${IN}.listen_ports`]: [
        [80, 8080],
        [80, 81],
      ],
    },
    `error ${IN}.listen_ports[1][0]`,
  ],
  [
    {
      [`${IN}.listen_ports`]: [
        [80, 8080],
        [81, 8080],
      ],
    },
    `error ${IN}.listen_ports[1][1]`,
  ],
  [
    {
      [`${IN}.listen_ports`]: [
        [80, 8080],
        [8080, 80],
      ],
    },
  ],
  [{ [`${IN}.port_mapping`]: [[80, 80]] }, `warning ${IN}.port_mapping[0]`],
  [{ [`${IN}.listen_ports`]: [[80, 80]] }, `warning ${IN}.listen_ports[0]`],
  [{ [`${IN}.ignore_ports`]: [0] }, `warning ${IN}.ignore_ports[0]`],
];

const TLS_BASE = { protocol: 'tls' };
const FORMER = `warning ${IN}.https_delivery`;
const TLS: readonly Case[] = [
  [{ [`${IN}.tls_delivery`]: TLS_BASE }],
  [{ [`${IN}.https_delivery`]: TLS_BASE }, FORMER],
  [
    { [`${IN}.https_delivery`]: TLS_BASE, [`${IN}.tls_delivery`]: TLS_BASE },
    `error ${IN}.https_delivery`,
    FORMER,
  ],
  ...([['tls_delivery'], ['https_delivery', FORMER]] as const).flatMap(
    ([name, ...former]): readonly Case[] => [
      [
        { [`${IN}.${name}`]: { ...TLS_BASE, trust_roots: ['a'], server_cert: 'b' } },
        `error ${IN}.${name}.server_cert`,
        ...former,
      ],
      [{ [`${IN}.${name}`]: { ...TLS_BASE, trust_roots: ['a'] } }, ...former],
      [
        { [`${IN}.${name}`]: { ...TLS_BASE, trust_roots: [] } },
        `error ${IN}.${name}.trust_roots`,
        ...former,
      ],
      ...['api.example.com', 'localhost', '10.0.0.1', '::1', 'a.b.'].map((server_name): Case => [
        { [`${IN}.${name}`]: { ...TLS_BASE, server_name } },
        ...former,
      ]),
      ...['', 'https://x', 'a b', 'x:443', '-a', 'a..b', '*.x'].map((server_name): Case => [
        { [`${IN}.${name}`]: { ...TLS_BASE, server_name } },
        `error ${IN}.${name}.server_name`,
        ...former,
      ]),
    ],
  ),
];

const ADDRESSES: readonly Case[] = [
  [{ [OUT]: { local: ['db'] } }],
  [{ [OUT]: { remote: ['db'] } }],
  [{ [OUT]: { local: [] } }, `error ${OUT}.local`],
  [{ [OUT]: { remote: [] } }, `error ${OUT}.remote`],
  [{ [DNS]: { local: ['db'] } }],
  [{ [DNS]: { local: [] } }, `warning ${DNS}.local`],
  [{ [DNS]: { remote: [] } }, `warning ${DNS}.remote`],
  [{ [DNS]: { local: ['a'] }, 'feature.network.dns.enabled': false }, `warning ${DNS}`],
  [{ [DNS]: { local: ['a'] }, 'feature.network.dns.enabled': true }],
  [{ [OUT]: { remote: ['a'] }, 'feature.network.dns.enabled': false }, `warning ${OUT}.remote`],
  [{ [OUT]: { local: ['a'] }, 'feature.network.dns.enabled': false }],
];

const ENVIRONMENT: readonly Case[] = [
  [{ 'feature.env.include': ['A'] }],
  [{ 'feature.env.exclude': ['A'] }],
  [{ 'feature.env.include': ['A'], 'feature.env.exclude': ['B'] }, 'error feature.env.exclude'],
  [
    { 'feature.env.override': new Map([['A', '1']]), 'feature.env.unset': ['B', 'A'] },
    'warning feature.env.unset[1]',
  ],
  [{ 'feature.env.override': new Map([['A', '1']]), 'feature.env.unset': ['B'] }],
  ...[
    { url: 'DB_URL' },
    { url: { type: 'env', variable: 'DB_URL' } },
    { type: 'env', params: new Map([['host', 'DB_URL']]) },
    { params: new Map([['host', ['X', { type: 'env', variable: 'DB_URL' }]]]) },
  ].map((connection): Case => [
    {
      'feature.env.override': new Map([['DB_URL', 'x']]),
      'feature.db_branches': [{ type: 'pg', connection }],
    },
    'error feature.env.override.DB_URL',
  ]),
  [
    {
      'feature.env.override': new Map([['DB_URL', 'x']]),
      'feature.db_branches': [{ type: 'pg', connection: { type: 'secret', url: 'DB_URL' } }],
    },
  ],
  [
    {
      'feature.env.override': new Map([['OTHER', 'x']]),
      'feature.db_branches': [BRANCH],
    },
  ],
];

const FILES: readonly Case[] = [
  [{ 'feature.fs.readonly_file_buffer': 1_048_576 }],
  [{ 'feature.fs.readonly_file_buffer': 1_048_577 }, 'warning feature.fs.readonly_file_buffer'],
  [{ 'feature.fs.readonly_file_buffer': 15_728_640 }, 'warning feature.fs.readonly_file_buffer'],
  [{ 'feature.fs.readonly_file_buffer': 15_728_641 }, 'error feature.fs.readonly_file_buffer'],
  [{ 'feature.fs.readonly_file_buffer': 0 }],
  [
    { 'feature.fs.read_only': ['^/a'], 'feature.fs.local': ['^/b', '^/a'] },
    'warning feature.fs.local[1]',
  ],
  [{ 'feature.fs.read_only': ['^/a', '^/a'], 'feature.fs.local': ['^/b'] }],
  [{ 'startup_retry.max_ms': 0 }, 'error startup_retry.max_ms'],
  [{ 'startup_retry.max_ms': 1 }, 'error startup_retry.max_ms'],
  [{ 'startup_retry.min_ms': 1, 'startup_retry.max_ms': 1 }],
  [{ 'startup_retry.min_ms': 2, 'startup_retry.max_ms': 1 }, 'error startup_retry.min_ms'],
  [{ 'startup_retry.min_ms': 2, 'startup_retry.max_ms': 2 }],
];

const OPERATOR_FEATURES: readonly Case[] = [
  [{ 'feature.split_queues': SQS }],
  [
    { 'feature.split_queues': new Map([['q', { queue_type: 'RMQ' }]]) },
    'error feature.split_queues.q',
  ],
  [
    {
      'feature.split_queues': [
        { queue_id: 'q', queue_type: 'RMQ', message_filter: new Map([['a', 'b']]) },
      ],
    },
  ],
  [
    {
      'feature.split_queues': [
        { queue_id: 'q', queue_type: 'SQS' },
        { queue_id: 'q', queue_type: 'Kafka' },
      ],
    },
    'error feature.split_queues[1].queue_id',
  ],
  [
    { 'feature.db_branches': [BRANCH, { ...BRANCH, ttl_secs: 1, ttl_mins: 1 }] },
    'error feature.db_branches[1].ttl_mins',
  ],
  [{ 'feature.db_branches': [{ ...BRANCH, ttl_secs: 1 }] }],
  [{ 'feature.db_branches': [{ type: 'redis' }] }, 'error feature.db_branches[0]'],
  [{ 'feature.db_branches': [{ type: 'redis', location: 'local' }] }],
  [{ 'feature.preview': { ttl_mins: 1, ttl_secs: 'infinite' } }, 'error feature.preview.ttl_mins'],
  [{ 'feature.preview': { ttl_mins: 1 } }],
  [
    { 'feature.preview': { labels: { include: ['a'], exclude: ['b'] } } },
    'error feature.preview.labels.exclude',
  ],
  [{ 'feature.preview': { labels: { include: ['a'] } } }],
  [
    {
      'feature.preview': {
        config_mounts: [{ mount_at: '/a', payload: 'x' }],
        secret_mounts: [
          { mount_at: '/b', payload: 'x' },
          { mount_at: '/a', payload: 'x' },
        ],
      },
    },
    'error feature.preview.secret_mounts[1].mount_at',
  ],
];

/** What the check of a document refuses: rules take it as absent, and do not report it once more. */
const REFUSED: readonly (readonly [field: string, value: unknown])[] = [
  ['target.path', 'web'],
  ...[OUT, DNS].flatMap((field): readonly (readonly [string, unknown])[] => [
    [field, { local: ['a'], remote: ['b'] }],
    [field, {}],
  ]),
  [`${IN}.port_mapping`, [[80, 0]]],
  [`${IN}.listen_ports`, [[0, 80]]],
  [`${IN}.ports`, [80, 0]],
  [`${HTTP}.ports`, [0]],
  [
    'feature.split_queues',
    [
      {
        queue_id: 'q',
        queue_type: 'RMQ',
        message_filter: new Map([['a', 'b']]),
        jq_filter: '.',
      },
    ],
  ],
];

describe('rules across fields', () => {
  it.each(REFUSED)('do not repeat that %s cannot be %j', async (...[field, value]) => {
    const configuration = await configurationOf({ [field]: value });
    expect(configuration.isBroken(field)).toBe(true);
    expect(verify(configuration, { final: false })).toEqual([]);
  });

  it.each([
    ...TARGETS,
    ...OPERATOR,
    ...FILTERS,
    ...PORTS,
    ...TLS,
    ...ADDRESSES,
    ...ENVIRONMENT,
    ...FILES,
    ...OPERATOR_FEATURES,
  ])('finds in %j', async (values, ...expected) => {
    expect(await found(values)).toEqual(expected);
  });

  it('takes a target that is absent for none, when nothing will name one later', async () => {
    expect(
      await found({ ...STEAL, 'agent.ephemeral': true, 'agent.namespace': 'x' }, true),
    ).toEqual([
      `error ${IN}.mode`,
      'error agent.ephemeral',
      'warning agent.namespace',
      'warning agent.namespace',
    ]);
    expect(await found({ ...STEAL, ...POD }, true)).toEqual([]);
    expect(await found({}, true)).toEqual([]);
  });

  it('reports everything at once', async () => {
    expect(
      await found({
        'feature.env.include': ['A'],
        'feature.env.exclude': ['B'],
        [OUT]: { local: [] },
        'startup_retry.max_ms': 0,
      }),
    ).toHaveLength(3);
  });

  it('leaves out rules that read a wrong value', async () => {
    const values = {
      ...STEAL,
      'feature.env.include': 7,
      'feature.env.exclude': ['B'],
      [OUT]: { local: [] },
    };
    const configuration = await configurationOf(values);
    expect(configuration.isBroken('feature.env.include')).toBe(true);
    expect(verify(configuration, { final: true }).map(shown)).toEqual([
      `error ${IN}.mode`,
      `error ${OUT}.local`,
    ]);
  });

  it('points at the profile when there are warnings', async () => {
    const dns = { [DNS]: { local: [] } };
    expect(await found({ profile: 'team', ...dns })).toEqual([
      `warning ${DNS}.local`,
      'warning profile',
    ]);
    expect(await found({ profile: 'team', [OUT]: { local: [] } })).toEqual([`error ${OUT}.local`]);
  });

  it('warns of fields that are unstable or deprecated when they are set', async () => {
    expect(await found({})).toEqual([]);
    expect(
      await found({ 'agent.flush_connections': true, [`${IN}.https_delivery`]: TLS_BASE }),
    ).toEqual([FORMER, 'warning agent.flush_connections']);
  });
});

const READS = [...new Set(RULES.flatMap(({ reads }) => reads))];

const PATHS: ReadonlySet<string> = new Set(['profile', ...READS]);

const configurations = fc
  .subarray(
    FIELDS.filter(({ path }) => PATHS.has(path)),
    { maxLength: 12 },
  )
  .chain((fields) =>
    fc.record(
      Object.fromEntries(
        fields.map(({ path, shape }) => [
          path,
          fc.oneof({ weight: 9, arbitrary: valueOfShape(shape) }, fc.jsonValue()),
        ]),
      ),
    ),
  );

describe('properties of the rules', () => {
  it('never throw, and speak in sentences about fields that they read', async () => {
    await fc.assert(
      fc.asyncProperty(configurations, fc.boolean(), async (values, final) => {
        for (const finding of verify(await configurationOf(values), { final })) {
          expect(PATHS).toContain(finding.field);
          for (const text of [finding.message, finding.hint ?? 'A.'])
            expect(text).toMatch(/^[A-Z`].*[.]$/su);
        }
      }),
      { numRuns: 500 },
    );
  });
});
