import type { Field, Section } from './field.js';
import type { Shape } from './shape.js';
import { BOOLEAN, PORT, TEXT, U16, choice } from './shapes.js';

const MODE = choice('mirror', 'steal', 'off');
const PORT_PAIRS: Shape = { type: 'list', of: { type: 'tuple', of: [PORT, PORT] } };

const TLS_DELIVERY: Shape = {
  type: 'object',
  members: {
    protocol: {
      shape: choice('tcp', 'tls'),
      doc: 'Whether the local process gets the requests as plain TCP or by TLS.',
      required: true,
    },
    trust_roots: {
      shape: { type: 'list', of: TEXT },
      doc: 'Paths of certificates that the certificate of the local process may come from. Without them every certificate is accepted.',
    },
    server_name: {
      shape: TEXT,
      doc: 'The name that the local process is asked for. Without it, the one that the client asked for.',
    },
    server_cert: {
      shape: TEXT,
      doc: 'The path of the certificate that the local process must have. It cannot be given together with `trust_roots`.',
    },
  },
};

export const INCOMING_SECTIONS: readonly Section[] = [
  {
    path: 'feature.network.incoming',
    doc: 'The traffic that reaches the target. A mode may stand in its place; `true` means `mirror`, `false` means `off`.',
    shorthands: [
      { form: true, sets: { mode: 'mirror' } },
      { form: false, sets: { mode: 'off' } },
      { form: MODE, sets: 'mode' },
    ],
  },
];

export const INCOMING_FIELDS: readonly Field[] = [
  {
    path: 'feature.network.incoming.mode',
    shape: MODE,
    doc: 'What happens with requests to the target. `mirror`: the process gets a copy, and what it answers is dropped. `steal`: the process gets them in place of the target. `off`: it gets none.',
    fallback: 'mirror',
    env: [{ name: 'LNK_AGENT_TCP_STEAL_TRAFFIC', values: { true: 'steal', false: 'off' } }],
    flags: [{ input: 'steal', name: '--steal', values: { true: 'steal', false: null } }],
  },
  {
    path: 'feature.network.incoming.port_mapping',
    shape: PORT_PAIRS,
    doc: 'Pairs of ports, `[remote, local]`: traffic to the first port, at the target, goes to the second, on which the process listens. A port that is in no pair is the same on both sides.',
    fallbackText: 'the same ports',
  },
  {
    path: 'feature.network.incoming.ignore_localhost',
    shape: BOOLEAN,
    doc: 'Takes no traffic for ports that the process opens for its own machine only, such as `127.0.0.1:8080`.',
    fallback: false,
  },
  {
    path: 'feature.network.incoming.ignore_ports',
    shape: { type: 'list', of: U16 },
    doc: 'Ports that stay local: the process gets no traffic of the target for them. It cannot be given together with `ports`.',
    fallbackText: 'none',
  },
  {
    path: 'feature.network.incoming.ports',
    shape: { type: 'list', of: PORT },
    doc: 'The only ports of the target whose traffic the process gets. It cannot be given together with `ignore_ports`.',
    fallbackText: 'all ports',
    beyond: true,
  },
  {
    path: 'feature.network.incoming.listen_ports',
    shape: PORT_PAIRS,
    doc: 'Pairs of ports: where the process asks for the first, it listens on the second. For a port that is taken on your machine. If the second port is taken too, the process cannot listen.',
    fallbackText: 'none',
    beyond: true,
  },
  {
    path: 'feature.network.incoming.on_concurrent_steal',
    shape: choice('abort', 'continue', 'override'),
    doc: 'What happens when another session already steals the same port: `abort` ends this session, `continue` shares the port, `override` takes it away from the other. Only an operator knows of other sessions.',
    fallback: 'abort',
    env: [{ name: 'LNK_OPERATOR_ON_CONCURRENT_STEAL' }],
    beyond: true,
    effect: 'refused',
    stage: 'unstable',
  },
  {
    path: 'feature.network.incoming.tls_delivery',
    shape: TLS_DELIVERY,
    doc: 'How requests that reach the target by TLS are handed to the local process. Only an operator steals from TLS.',
    fallbackText: 'by TLS, with every certificate accepted',
    beyond: true,
    effect: 'refused',
  },
  {
    path: 'feature.network.incoming.https_delivery',
    shape: TLS_DELIVERY,
    doc: 'The former name of `tls_delivery`: write that. Both together are refused.',
    beyond: true,
    effect: 'refused',
    stage: 'deprecated',
  },
];
