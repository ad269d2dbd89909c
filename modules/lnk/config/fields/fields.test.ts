import { getMetadataStorage } from 'class-validator';
import { describe, expect, it } from '@jest/globals';
import { fieldsOf } from '../../../../toolbox/type-guards.js';
import { SessionFlags } from '../../contract/session-flags.js';
import { SESSION_SHORT } from '../../contract/session-short.js';
import { settings } from '../../contract/settings.js';
import { fallbackText } from './field-text.js';
import { FIELDS, SECTIONS } from './index.js';
import type { MemberShape, Shape } from './shape.js';

const paths = FIELDS.map(({ path }) => path);
const sections = SECTIONS.map(({ path }) => path);
const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('.'), 0));
const repeated = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

const flagInputs = new Set(
  getMetadataStorage()
    .getTargetValidationMetadatas(SessionFlags, '', false, false)
    .map(({ propertyName }) => propertyName),
);
const kebab = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Every member that a shape describes, with its name. */
function members(shape: Shape): [string, MemberShape][] {
  switch (shape.type) {
    case 'object':
      return Object.entries(shape.members).flatMap(([name, member]) => [
        [name, member] as [string, MemberShape],
        ...members(member.shape),
      ]);
    case 'tagged':
      return Object.values(shape.variants).flatMap(members);
    case 'list':
    case 'map':
      return members(shape.of);
    case 'forms':
      return shape.forms.flatMap(members);
    default:
      return [];
  }
}

const SPECIFIED = `
  accept_invalid_certificates api baggage traceparent key kube_context kubeconfig multi_cluster operator profile sip_binaries
  skip_build_tools skip_extra_build_tools skip_processes skip_sip telemetry use_proxy connect_tcp target.path target.namespace
  agent.log_level agent.json_log agent.labels agent.annotations agent.namespace agent.image agent.image_pull_policy
  agent.image_pull_secrets agent.ttl agent.ephemeral agent.communication_timeout agent.startup_timeout agent.flush_connections
  agent.metrics feature.env.include feature.env.exclude feature.env.override feature.env.mapping feature.fs.mode
  feature.fs.read_write feature.fs.read_only feature.fs.local feature.fs.not_found feature.fs.mapping feature.fs.prefetch
  feature.fs.prefetch_timeout feature.fs.readonly_file_buffer feature.network.incoming.mode
  feature.network.incoming.http_filter.header_filter feature.network.incoming.port_mapping
  feature.network.incoming.ignore_localhost feature.network.incoming.ignore_ports feature.network.outgoing.tcp
  feature.network.outgoing.udp feature.network.outgoing.filter feature.network.outgoing.ignore_localhost
  feature.network.outgoing.unix_streams feature.network.dns.enabled feature.network.dns.filter feature.copy_target.scale_down
`
  .trim()
  .split(/\s+/);

const SPECIFIED_SECTIONS = `
  agent ci container experimental external_proxy internal_proxy startup_retry feature target feature.env feature.fs feature.network
  feature.network.incoming feature.network.incoming.http_filter feature.network.outgoing feature.network.dns feature.copy_target
`
  .trim()
  .split(/\s+/);

const VARIABLES = `
  ACCEPT_INVALID_CERTIFICATES SKIP_PROCESSES SKIP_BUILD_TOOLS SKIP_EXTRA_BUILD_TOOLS OPERATOR_ENABLE MULTI_CLUSTER API KUBECONFIG
  KUBE_CONTEXT SKIP_SIP TELEMETRY PROXY KEY IMPERSONATED_TARGET TARGET_NAMESPACE AGENT_RUST_LOG AGENT_JSON_LOG AGENT_NAMESPACE
  AGENT_IMAGE AGENT_IMAGE_REGISTRY AGENT_IMAGE_TAG AGENT_IMAGE_PULL_POLICY AGENT_TTL EPHEMERAL_CONTAINER
  AGENT_COMMUNICATION_TIMEOUT AGENT_STARTUP_TIMEOUT AGENT_STEALER_FLUSH_CONNECTIONS AGENT_EXTERNAL_IP_FIX AGENT_EXCLUDE_FROM_MESH
  AGENT_HTTP_DETECTION_TIMEOUT AGENT_CLEAN_IPTABLES_ON_START OVERRIDE_ENV_VARS_INCLUDE OVERRIDE_ENV_VARS_EXCLUDE
  ENV_LOAD_FROM_PROCESS OVERRIDE_ENV_VARS_FILE FILE_MODE FILE_OPS FILE_RO_OPS FILE_READ_WRITE_PATTERN FILE_LOCAL_PATTERN
  FILE_READ_ONLY_PATTERN ENABLE_IPV6 AGENT_TCP_STEAL_TRAFFIC OPERATOR_ON_CONCURRENT_STEAL HTTP_HEADER_FILTER HTTP_PATH_FILTER
  HTTP_METHOD_FILTER HTTP_HEADER_FILTER_JQ HTTP_FILTER_PORTS TCP_OUTGOING UDP_OUTGOING OUTGOING_REMOTE_UNIX_STREAMS REMOTE_DNS
  BRANCH_NAME
`
  .trim()
  .split(/\s+/)
  .map((name) => `LNK_${name}`);

describe('the table of fields', () => {
  it('has each path once, in snake case', () => {
    expect(repeated([...paths, ...sections])).toEqual([]);
    for (const path of [...paths, ...sections])
      expect(path).toMatch(/^[a-z]+[a-z0-9_]*(\.[a-z]+[a-z0-9_]*)*$/);
  });

  it('has a section for every field, and the section before those inside it', () => {
    for (const path of paths) if (path.includes('.')) expect(sections).toContain(parentOf(path));
    for (const [index, path] of sections.entries())
      if (path.includes('.')) expect(sections.slice(0, index)).toContain(parentOf(path));
  });

  it('has every field and section of the specification', () => {
    expect(SPECIFIED.filter((path) => !paths.includes(path))).toEqual([]);
    expect(SPECIFIED_SECTIONS.filter((path) => !sections.includes(path))).toEqual([]);
    const own = FIELDS.filter(({ beyond }) => beyond !== true).map(({ path }) => path);
    expect(own.toSorted()).toEqual(SPECIFIED.toSorted());
  });

  it.each([...FIELDS, ...SECTIONS])('says in full sentences what $path is', ({ doc }) => {
    expect(doc).toMatch(/^[`A-Z].*[^\s.]\.$/);
    expect(doc).not.toContain('\n');
    expect(doc.split('`').length % 2).toBe(1);
  });

  it.each(FIELDS)('describes every member of $path', ({ shape }) => {
    for (const [name, { doc }] of members(shape)) {
      expect(name).toMatch(/^[a-z]+[a-z0-9_]*$/);
      expect(doc).toMatch(/^[`A-Z].*[^\s.]\.$/);
    }
  });

  it('says what happens without a value by a value or by words, never by both', () => {
    const both = FIELDS.filter((field) => field.fallback !== undefined && field.fallbackText);
    expect(both).toEqual([]);
  });

  it('names only fields in short forms', () => {
    for (const { path, shorthands = [], given = {} } of SECTIONS)
      for (const { sets } of [...shorthands, { sets: given }])
        for (const name of typeof sets === 'string' ? [sets] : Object.keys(sets))
          expect(paths).toContain(`${path}.${name}`);
  });

  it('marks what does nothing here, and what only an operator can do', () => {
    const having = (effect: string): string[] =>
      FIELDS.filter((field) => field.effect === effect).map(({ path }) => path);
    expect(having('none').toSorted()).toEqual(['sip_binaries', 'skip_sip', 'telemetry']);
    expect(having('operator').toSorted()).toEqual(['baggage', 'multi_cluster', 'traceparent']);
    expect(having('refused').toSorted()).toEqual([
      'feature.copy_target.enabled',
      'feature.copy_target.exclude_containers',
      'feature.copy_target.exclude_init_containers',
      'feature.copy_target.scale_down',
      'feature.db_branches',
      'feature.network.incoming.https_delivery',
      'feature.network.incoming.on_concurrent_steal',
      'feature.network.incoming.tls_delivery',
      'feature.preview',
      'feature.split_queues',
      'profile',
    ]);
  });
});

describe('flags', () => {
  const flags = FIELDS.flatMap(({ flags: own = [] }) => own);

  it('are properties of the input, under the names that are typed', () => {
    for (const { input, name } of flags) {
      expect(flagInputs).toContain(input);
      expect(name).toBe(kebab(input));
    }
  });

  it('all set a field', () => {
    expect([...flagInputs].toSorted()).toEqual(
      [...new Set(flags.map(({ input }) => input))].toSorted(),
    );
  });

  it('have letters of their own', () => {
    expect(repeated(Object.values(SESSION_SHORT))).toEqual([]);
    for (const input of Object.keys(SESSION_SHORT)) expect(flagInputs).toContain(input);
  });
});

describe('settings', () => {
  const names = settings.map(({ id }) => id);

  it('are every variable, each declared once', () => {
    expect(repeated(names)).toEqual([]);
    expect(names.toSorted()).toEqual(
      [...VARIABLES, 'BAGGAGE', 'TRACEPARENT', 'KUBECONFIG'].toSorted(),
    );
  });

  it('say in one line what they mean', () => {
    for (const { data } of settings) {
      expect(fieldsOf(data)['summary']).toMatch(/^\S.*[^.\s]$/);
      expect(data).toMatchObject({ side: 'client', program: 'lnk' });
    }
  });

  it('say how a text is read that is not the value itself', () => {
    const summaries = new Map(settings.map(({ id, data }) => [id, fieldsOf(data)['summary']]));
    const summaryOf = (name: string): unknown => summaries.get(name);
    expect(summaryOf('LNK_FILE_RO_OPS')).toMatch(/`true` means `read`, `false` means `local`$/);
    expect(summaryOf('LNK_SKIP_PROCESSES')).toMatch(/; several are separated by `;`$/);
  });
});

describe('texts of a field', () => {
  const base = { path: 'a', shape: { type: 'boolean' }, doc: 'A.' } as const;

  it('are the default as people read it', () => {
    expect(fallbackText({ ...base, fallback: false })).toBe('false');
    expect(fallbackText({ ...base, fallback: ['git', 'go'] })).toBe('git, go');
    expect(fallbackText({ ...base, fallback: [] })).toBe('none');
    expect(fallbackText({ ...base, fallbackText: 'the context' })).toBe('the context');
    expect(fallbackText(base)).toBeUndefined();
  });
});
