import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { FIELDS, SECTIONS } from '../fields/index.js';
import { jsonSchema } from './json-schema.js';

const complaints: string[] = [];
const note = (...words: unknown[]): void => {
  complaints.push(words.join(' '));
};
const ajv = new Ajv2020({
  strict: true,
  allErrors: true,
  logger: { log: note, warn: note, error: note },
});
const isValid = ajv.compile(jsonSchema());

const network = (incoming: unknown): unknown => ({ feature: { network: { incoming } } });
const filter = (http_filter: unknown): unknown => network({ http_filter });
const outgoing = (value: unknown): unknown => ({ feature: { network: { outgoing: value } } });
const branches = (...db_branches: unknown[]): unknown => ({ feature: { db_branches } });
const queues = (split_queues: unknown): unknown => ({ feature: { split_queues } });
const preview = (value: unknown): unknown => ({ feature: { preview: value } });

const COMPLETE = {
  accept_invalid_certificates: false,
  skip_processes: 'ide-debugger',
  target: { path: 'pod/shop', namespace: 'default' },
  connect_tcp: null,
  agent: {
    log_level: 'info',
    json_log: false,
    labels: { user: 'me' },
    annotations: { 'example.com/inject': 'enabled' },
    namespace: 'default',
    image: 'registry.example.com/lnk:latest',
    image_pull_policy: 'IfNotPresent',
    image_pull_secrets: [{ name: 'secret' }],
    ttl: 30,
    ephemeral: false,
    communication_timeout: 30,
    startup_timeout: 360,
    flush_connections: true,
    metrics: '0.0.0.0:9000',
  },
  feature: {
    env: { include: 'DATABASE_USER;PUBLIC_ENV', override: { A: 'b' }, mapping: { '.+_T': '1000' } },
    fs: { mode: 'write', read_write: '.+\\.json', read_only: ['.+\\.yaml', 'x'], mapping: {} },
    network: {
      incoming: {
        mode: 'steal',
        http_filter: { header_filter: '^baggage: .*lnk-session=me' },
        port_mapping: [[7777, 8888]],
        ignore_localhost: false,
        ignore_ports: [9999, 10_000],
      },
      outgoing: {
        tcp: true,
        udp: true,
        filter: { local: ['tcp://1.1.1.0/24:1337', '1.1.5.0/24', 'example.com', ':53'] },
        ignore_localhost: false,
        unix_streams: 'shop.+',
      },
      dns: { enabled: true, filter: { local: ['1.1.1.0/24:1337', 'example.com'] } },
    },
    copy_target: { scale_down: false },
  },
  operator: true,
  kubeconfig: '~/.kube/config',
  sip_binaries: 'bash',
  telemetry: true,
  kube_context: 'my-cluster',
};

const VALID: Readonly<Record<string, unknown>> = {
  'an empty one': {},
  'a complete one': COMPLETE,
  'null for every section': Object.fromEntries(
    SECTIONS.filter(({ path }) => !path.includes('.')).map(({ path }) => [path, null]),
  ),
  'short forms': { target: 'deploy/shop', feature: { env: true, fs: 'read', network: false } },
  'short forms inside': {
    feature: {
      fs: false,
      env: false,
      copy_target: true,
      network: { incoming: 'steal', outgoing: false, dns: true },
    },
  },
  'a target as an object': { target: { deployment: 'shop', container: 'web' } },
  'a target as an object in path': { target: { path: { pod: 'shop', job: null } } },
  'a namespace alone': { target: { namespace: 'shop', path: null } },
  'labels as a target': { target: { path: { labels: { app: 'shop' } } } },
  'an image in parts': { agent: { image: { registry: 'r', tag: null } } },
  'objects of Kubernetes': {
    agent: { tolerations: [{ operator: 'Exists' }], resources: { limits: { cpu: '1' } } },
  },
  'a security context': {
    agent: { security_context: { seccomp_profile: { type: 'RuntimeDefault' } } },
  },
  'prefetched files': { feature: { fs: { prefetch: ['/etc/app'], prefetch_timeout: 0 } } },
  'one side of a filter, the other null': outgoing({ filter: { local: 'a', remote: null } }),
  'an empty filter list': outgoing({ filter: { remote: [] } }),
  'a body filter': filter({ body_filter: { body: 'json', query: '$.a', matches: 'b' } }),
  'combined filters': filter({
    all_of: [
      { header: 'a' },
      { path: 'b' },
      { method: 'GET' },
      { query: '.a' },
      { body: 'json', query: '$.a', matches: 'b' },
      { header: null, path: 'a' },
    ],
    any_of: null,
  }),
  'one port, and several': filter({ header_filter: 'a', ports: 80 }),
  'TLS delivery': network({ tls_delivery: { protocol: 'tls', trust_roots: ['/ca.pem'] } }),
  'queues by id': queues({ a: { queue_type: 'SQS', message_filter: { x: '^y' } } }),
  'queues as a list': queues([{ queue_id: 'a', queue_type: 'Kafka', jq_filter: '.a' }]),
  'protocol buffers': queues({
    a: { queue_type: 'Kafka', payload_protobuf: { schema_file: 'a.proto', message_type: 'A' } },
  }),
  'a branch of PostgreSQL': branches({
    type: 'pg',
    connection: { url: { type: 'env', variable: 'DB_URL' } },
    copy: { mode: 'schema', tables: { users: { filter: 'id = 1' } } },
    iam_auth: { type: 'aws_rds' },
  }),
  'a branch by parameters': branches({
    type: 'mysql',
    connection: { type: 'env', params: { host: 'DB_HOST', password: { secret: 'a', key: 'b' } } },
  }),
  'a local branch of Redis': branches({ type: 'redis', location: 'local', local: { port: 6379 } }),
  'a preview': preview({ image: 'a', ttl_mins: 'infinite', idle: { sleep_after_secs: 30 } }),
  'files of a preview': preview({
    config_mounts: [{ mount_at: '/a', type: 'text', payload: 'b' }],
    secret_mounts: [{ mount_at: '/a', from_file: './b' }],
  }),
  'the past': { experimental: { latency: { transmit_delay: 1 } } },
};

const INVALID: Readonly<Record<string, unknown>> = {
  'a list': [],
  'a text': 'pod/shop',
  'an unknown field': { targets: 'pod/shop' },
  'an unknown field of a section': { agent: { log: 'info' } },
  'an unknown field deep inside': network({ http_filter: { headers: 'a' } }),
  'the namespace inside path': { target: { path: { pod: 'a', namespace: 'b' } } },
  'two kinds of target': { target: { path: { pod: 'a', deployment: 'b' } } },
  'two kinds of target as the section': { target: { pod: 'a', deployment: 'b' } },
  'a container without a target': { target: { path: { container: 'a' } } },
  'an empty target object': { target: { path: {} } },
  'a number for a text': { key: 1 },
  'a text for a boolean': { api: 'true' },
  'a boolean for a section without short forms': { agent: true },
  'a mode that is none': { feature: { fs: 'readonly' } },
  'a mode that is none, in the object': { feature: { fs: { mode: 'Read' } } },
  'a mode of traffic that is none': network('stolen'),
  'a number of the wrong size': { agent: { ttl: 65_536 } },
  'a negative number': { feature: { fs: { readonly_file_buffer: -1 } } },
  'a fraction': { agent: { startup_timeout: 1.5 } },
  'half a pair of ports': network({ port_mapping: [[80]] }),
  'three ports': network({ port_mapping: [[80, 81, 82]] }),
  'one pair without its list': network({ port_mapping: [80, 81] }),
  'a port as a text': network({ ignore_ports: ['80'] }),
  'both sides of a filter': outgoing({ filter: { local: [], remote: [] } }),
  'no side of a filter': outgoing({ filter: {} }),
  'null for both sides': outgoing({ filter: { local: null } }),
  'two conditions in one': filter({ all_of: [{ header: 'a', path: 'b' }] }),
  'a condition that is none': filter({ any_of: [{}] }),
  'a body without matches': filter({ all_of: [{ body: 'json', query: '$.a' }] }),
  'a query with matches alone': filter({ all_of: [{ query: '$.a', matches: 'b' }] }),
  'a body filter without body': filter({ body_filter: { query: '$.a', matches: 'b' } }),
  'a body of another kind': filter({ body_filter: { body: 'xml', query: 'a', matches: 'b' } }),
  'a single prefetch': { feature: { fs: { prefetch: '/etc/app' } } },
  'a value in connect_tcp': { connect_tcp: true },
  'a value of a map that is no text': { feature: { env: { override: { A: 1 } } } },
  'null as a value of a list': { skip_processes: [null] },
  'a capability that is none': { agent: { disabled_capabilities: ['ALL'] } },
  'TLS delivery without protocol': network({ tls_delivery: {} }),
  'a profile without type': { agent: { security_context: { seccomp_profile: {} } } },
  'a queue without type': queues({ a: {} }),
  'a queue of another type': queues({ a: { queue_type: 'sqs' } }),
  'a listed queue without id': queues([{ queue_type: 'SQS' }]),
  'jq for RMQ': queues({ a: { queue_type: 'RMQ', message_filter: {}, jq_filter: '.a' } }),
  'a branch without type': branches({ connection: { url: 'a' } }),
  'a branch without connection': branches({ type: 'pg' }),
  'a connection of both kinds': branches({ type: 'pg', connection: { url: 'a', params: {} } }),
  'a copy of another mode': branches({
    type: 'pg',
    connection: { url: 'a' },
    copy: { mode: 'some' },
  }),
  'a preview that sleeps too soon': preview({ idle: { sleep_after_secs: 29 } }),
  'a file of a preview without content': preview({ config_mounts: [{ mount_at: '/a' }] }),
  'a type for a file of a preview that is read': preview({
    config_mounts: [{ mount_at: '/a', type: 'text', from_file: 'b' }],
  }),
};

describe('the JSON Schema', () => {
  it('compiles in strict mode without a complaint', () => {
    expect(complaints).toEqual([]);
  });

  it.each(Object.entries(VALID))('accepts %s', (_name, document) => {
    isValid(document);
    expect(isValid.errors).toBeNull();
  });

  it.each(Object.entries(INVALID))('refuses %s', (_name, document) => {
    expect(isValid(document)).toBe(false);
  });

  const nested = (path: string, value: unknown): unknown =>
    path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

  it.each(FIELDS.map(({ path }) => path))('takes null for %s', (path) => {
    expect(isValid(nested(path, null))).toBe(true);
  });

  it.each(FIELDS.map(({ path }) => path))('refuses a misspelt %s', (path) => {
    expect(isValid(nested(`${path}_`, null))).toBe(false);
  });

  it.each(FIELDS.filter(({ fallback }) => fallback !== undefined))(
    'takes the default of $path',
    ({ path, fallback }) => {
      expect(isValid(nested(path, fallback))).toBe(true);
    },
  );

  it.each(
    SECTIONS.flatMap(({ path, shorthands = [] }) =>
      shorthands
        .filter(({ form }) => typeof form === 'boolean')
        .map(({ form }) => ({ path, form })),
    ),
  )('takes $form for $path', ({ path, form }) => {
    expect(isValid(nested(path, form))).toBe(true);
  });

  it('describes every field, and nothing without words', () => {
    const text = JSON.stringify(jsonSchema());
    for (const { doc } of FIELDS) expect(text).toContain(JSON.stringify(doc).slice(1, -1));
  });
});
