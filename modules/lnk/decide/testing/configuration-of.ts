import type { Path } from '../../config/problem.js';
import type { Configuration, Source } from '../../config/resolve/configuration.js';

const INCOMING = 'feature.network.incoming';
const HTTP = `${INCOMING}.http_filter`;

/** The fields that decisions read, with their defaults. */
const DEFAULTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['target.path', undefined],
  ['experimental.tcp_ping4_mock', true],
  ...['include', 'exclude', 'override', 'mapping', 'unset', 'env_file'].map(
    (name) => [`feature.env.${name}`, undefined] as const,
  ),
  ['feature.env.load_from_process', false],
  ['feature.network.outgoing.tcp', true],
  ['feature.network.outgoing.udp', true],
  ['feature.network.outgoing.ignore_localhost', false],
  ['feature.network.outgoing.filter', undefined],
  ['feature.network.outgoing.unix_streams', undefined],
  ['feature.network.dns.enabled', true],
  ['feature.network.dns.filter', undefined],
  [`${INCOMING}.mode`, 'mirror'],
  [`${INCOMING}.ignore_localhost`, false],
  ...['port_mapping', 'ignore_ports', 'ports', 'listen_ports'].map(
    (name) => [`${INCOMING}.${name}`, undefined] as const,
  ),
  ...[
    'header_filter',
    'path_filter',
    'method_filter',
    'body_filter',
    'header_filter_jq',
    'all_of',
    'any_of',
    'ports',
  ].map((name) => [`${HTTP}.${name}`, undefined] as const),
]);

/** Values of fields by their paths. */
export type Values = Readonly<Record<string, unknown>>;

/** The file that `configurationOf` names as the source of each field that is set, one field to a line. */
export const FILE = 'lnk.json';

/** A configuration whose file sets these fields. */
export function configurationOf(values: Values): Configuration {
  const set = new Map(Object.entries(values));
  for (const path of set.keys()) requireField(path);
  return {
    fields: [],
    value(path) {
      requireField(path);
      return set.has(path) ? set.get(path) : DEFAULTS.get(path);
    },
    source(path, ...within): Source {
      requireField(path);
      const line = [...set.keys()].indexOf(path) + 1;
      return line === 0 ? { kind: 'default' } : fileSource(line, [...path.split('.'), ...within]);
    },
    isSet: (path) => set.has(path),
    isBroken: () => false,
  };
}

function requireField(path: string): void {
  if (!DEFAULTS.has(path)) throw new Error(`${path} is not a field`);
}

const fileSource = (line: number, path: Path): Source => ({
  kind: 'file',
  file: FILE,
  line,
  column: 1,
  path,
});
