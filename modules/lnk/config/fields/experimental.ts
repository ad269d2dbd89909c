import type { Field, Section } from './field.js';
import { BOOLEAN, TEXT, U64, anything } from './shapes.js';

export const EXPERIMENTAL_SECTIONS: readonly Section[] = [
  {
    path: 'experimental',
    doc: 'Switches for single problems. They may change or go with any version.',
  },
  {
    path: 'experimental.latency',
    doc: 'Delays of the traffic of the session, which rules of a session have replaced.',
    beyond: true,
  },
];

const switchOf = (name: string, doc: string, fallback: boolean): Field => ({
  path: `experimental.${name}`,
  shape: BOOLEAN,
  doc,
  fallback,
  beyond: true,
});

const deprecated = (field: Omit<Field, 'beyond' | 'stage'>): Field => ({
  ...field,
  beyond: true,
  stage: 'deprecated',
});

export const EXPERIMENTAL_FIELDS: readonly Field[] = [
  switchOf(
    'tcp_ping4_mock',
    'Lets connections to port 7 succeed without making them: Java asks so whether a host is there.',
    true,
  ),
  switchOf(
    'enable_exec_hooks_linux',
    'Carries the session over where a process replaces itself by another program on Linux.',
    true,
  ),
  switchOf(
    'use_dev_null',
    'Stands remote files in by `/dev/null` locally, not by a temporary file.',
    true,
  ),
  {
    path: 'experimental.idle_local_http_connection_timeout',
    shape: U64,
    doc: 'How many milliseconds a connection to the process is kept for the next HTTP request. With 0 each request gets a connection of its own.',
    fallback: 3000,
    beyond: true,
  },
  switchOf(
    'hide_ipv6_interfaces',
    'Leaves addresses of IPv6 out of the list of network interfaces that the process gets.',
    false,
  ),
  switchOf(
    'ignore_system_proxy_config',
    'Does not read which proxies the operating system has set.',
    false,
  ),
  switchOf(
    'browser_extension_config',
    'Prints a link that sets up a browser extension for the header of the filter.',
    false,
  ),
  switchOf('dlopen_cgo', 'Takes part in Go programs that load C code while they run.', false),
  switchOf(
    'guard_std_fds',
    'Keeps the session working in a process that closes its standard input and output.',
    false,
  ),
  switchOf('go_asmcgocall', 'Enters Go programs by another of their functions.', false),
  switchOf(
    'disable_reuseaddr',
    'Lets no second process listen on a port whose traffic the session takes.',
    false,
  ),
  switchOf(
    'trust_any_certificate',
    'Lets the process accept every TLS certificate on macOS. It is unsafe outside of a trial.',
    false,
  ),
  {
    path: 'experimental.sip_log_destination',
    shape: TEXT,
    doc: 'The file that the patching of protected programs logs to.',
    fallbackText: 'no log',
    beyond: true,
  },
  {
    path: 'experimental.applev',
    shape: anything('an object'),
    doc: 'How the process is started on macOS. It is passed on unchecked.',
    fallbackText: 'none',
    beyond: true,
  },
  deprecated({
    path: 'experimental.non_blocking_tcp_connect',
    shape: BOOLEAN,
    doc: 'Made connections without waiting, as is always done now: remove it.',
  }),
  deprecated({
    path: 'experimental.sip_utils',
    shape: BOOLEAN,
    doc: 'Chose another way of patching protected programs, which is the only one now: remove it.',
  }),
  deprecated({
    path: 'experimental.latency.transmit_delay',
    shape: U64,
    doc: 'Delayed what the session sends, in milliseconds. It has no successor in the file: remove it.',
  }),
  deprecated({
    path: 'experimental.latency.receive_delay',
    shape: U64,
    doc: 'Delayed what the session receives, in milliseconds. It has no successor in the file: remove it.',
  }),
];
