import type { KeyTable } from './key-table.js';

const ENABLED =
  'Write a mode as `incoming`: `"mirror"`, `"steal"` or `"off"`; `false` turns it off too.';
const STEAL = 'Write `"mode": "steal"`.';
const LIST_SIDE =
  'Write the list as `local` for what stays on this machine, or as `remote` for what goes through the target.';
const OUTGOING_SIDE = 'Write `"filter": {"local": […]}` or `"filter": {"remote": […]}`.';
const HTTP = 'feature.network.incoming.http_filter';

const SIDES = {
  exclude: LIST_SIDE,
  include: LIST_SIDE,
  ignore: LIST_SIDE,
  allow: LIST_SIDE,
  deny: LIST_SIDE,
  hosts: LIST_SIDE,
  locals: LIST_SIDE,
  remotes: LIST_SIDE,
};

/** What the filter of requests is called by its flags and variables. */
const PREFIXED_FILTERS = {
  http_header_filter: `${HTTP}.header_filter`,
  http_path_filter: `${HTTP}.path_filter`,
  http_method_filter: `${HTTP}.method_filter`,
};

const FILTERS = {
  ...PREFIXED_FILTERS,
  header_filter: `${HTTP}.header_filter`,
  header_filter_jq: `${HTTP}.header_filter_jq`,
  path_filter: `${HTTP}.path_filter`,
  method_filter: `${HTTP}.method_filter`,
  body_filter: `${HTTP}.body_filter`,
};

const PART = {
  header_filter: 'Write `header` here.',
  path_filter: 'Write `path` here.',
  method_filter: 'Write `method` here.',
  body_filter: 'Write `"body": "json"` with `query` and `matches` here.',
  header_filter_jq: 'Write `query` here.',
  headers: 'Write `header` here.',
  methods: 'Write `method` here.',
  paths: 'Write `path` here.',
};

/** Keys in `feature.network`. */
export const NETWORK_MISTAKES: KeyTable = {
  'feature.network': {
    ...FILTERS,
    http_filter: HTTP,
    port: 'feature.network.incoming.ports',
    ports: 'feature.network.incoming.ports',
    port_mapping: 'feature.network.incoming.port_mapping',
    ignore_ports: 'feature.network.incoming.ignore_ports',
    listen_ports: 'feature.network.incoming.listen_ports',
    on_concurrent_steal: 'feature.network.incoming.on_concurrent_steal',
    mode: 'feature.network.incoming.mode',
    steal: 'Write `"incoming": "steal"`.',
    mirror: 'Write `"incoming": "mirror"`.',
    ingress: 'feature.network.incoming',
    inbound: 'feature.network.incoming',
    egress: 'feature.network.outgoing',
    outbound: 'feature.network.outgoing',
    tcp: 'feature.network.outgoing.tcp',
    udp: 'feature.network.outgoing.udp',
    unix_streams: 'feature.network.outgoing.unix_streams',
    ignore_localhost: 'Write it in `incoming` or in `outgoing`.',
    filter: 'Write `outgoing.filter` for connections, or `dns.filter` for names.',
    remote_dns: 'feature.network.dns',
    enabled: 'Write `"network": false` to keep all traffic local.',
  },
  'feature.network.incoming': {
    ...FILTERS,
    all_of: `${HTTP}.all_of`,
    any_of: `${HTTP}.any_of`,
    filter: HTTP,
    filters: HTTP,
    http: HTTP,
    port: 'feature.network.incoming.ports',
    include_ports: 'feature.network.incoming.ports',
    ignore_port: 'feature.network.incoming.ignore_ports',
    exclude_ports: 'feature.network.incoming.ignore_ports',
    skip_ports: 'feature.network.incoming.ignore_ports',
    listen_port: 'feature.network.incoming.listen_ports',
    port_mappings: 'feature.network.incoming.port_mapping',
    ports_mapping: 'feature.network.incoming.port_mapping',
    port_map: 'feature.network.incoming.port_mapping',
    mapping: 'feature.network.incoming.port_mapping',
    steal: STEAL,
    mirror: 'Write `"mode": "mirror"`.',
    type: 'feature.network.incoming.mode',
    enabled: ENABLED,
    enable: ENABLED,
    off: ENABLED,
    tls: 'feature.network.incoming.tls_delivery',
    https: 'feature.network.incoming.tls_delivery',
    concurrent_steal: 'feature.network.incoming.on_concurrent_steal',
    tcp: 'feature.network.outgoing.tcp',
    udp: 'feature.network.outgoing.udp',
  },
  [HTTP]: {
    ...PREFIXED_FILTERS,
    header: `${HTTP}.header_filter`,
    headers: `${HTTP}.header_filter`,
    header_filters: `${HTTP}.header_filter`,
    path: `${HTTP}.path_filter`,
    paths: `${HTTP}.path_filter`,
    method: `${HTTP}.method_filter`,
    methods: `${HTTP}.method_filter`,
    body: `${HTTP}.body_filter`,
    jq: `${HTTP}.header_filter_jq`,
    port: `${HTTP}.ports`,
    all: `${HTTP}.all_of`,
    any: `${HTTP}.any_of`,
    filter: `${HTTP}.header_filter`,
    host: 'Write `"header_filter": "^Host: …$"`.',
    mode: 'feature.network.incoming.mode',
  },
  [`${HTTP}.all_of.*`]: PART,
  [`${HTTP}.any_of.*`]: PART,
  'feature.network.incoming.tls_delivery': {
    trust_root: 'feature.network.incoming.tls_delivery.trust_roots',
    ca: 'feature.network.incoming.tls_delivery.trust_roots',
    cert: 'feature.network.incoming.tls_delivery.server_cert',
    server_certificate: 'feature.network.incoming.tls_delivery.server_cert',
    sni: 'feature.network.incoming.tls_delivery.server_name',
    hostname: 'feature.network.incoming.tls_delivery.server_name',
  },
  'feature.network.outgoing': {
    filters: 'feature.network.outgoing.filter',
    local: OUTGOING_SIDE,
    remote: OUTGOING_SIDE,
    include: OUTGOING_SIDE,
    exclude: OUTGOING_SIDE,
    ignore: OUTGOING_SIDE,
    hosts: OUTGOING_SIDE,
    enabled: 'Write `"outgoing": false` to keep all connections local.',
    mode: 'Write `"outgoing": true` or `"outgoing": false`, or `filter`.',
    unix_stream: 'feature.network.outgoing.unix_streams',
    unix_sockets: 'feature.network.outgoing.unix_streams',
    dns: 'feature.network.dns',
    ignore_ports: 'Write each port in `filter`, such as `"filter": {"local": [":5432"]}`.',
    ports: 'Write each port in `filter`, such as `"filter": {"remote": [":5432"]}`.',
  },
  'feature.network.outgoing.filter': SIDES,
  'feature.network.dns': {
    enable: 'feature.network.dns.enabled',
    filters: 'feature.network.dns.filter',
    local: OUTGOING_SIDE,
    remote: OUTGOING_SIDE,
    include: OUTGOING_SIDE,
    exclude: OUTGOING_SIDE,
    hosts: OUTGOING_SIDE,
    mode: 'feature.network.dns.enabled',
  },
  'feature.network.dns.filter': SIDES,
};
