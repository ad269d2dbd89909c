import type { Field, Section } from './field.js';
import { BOOLEAN } from './shapes.js';

export const FEATURE_SECTIONS: readonly Section[] = [
  { path: 'feature', doc: 'What the process shares with the target.' },
];

export const FEATURE_FIELDS: readonly Field[] = [
  {
    path: 'feature.hostname',
    shape: BOOLEAN,
    doc: 'Gives the process the host name of the target. With `false` it sees the local one.',
    fallback: true,
    beyond: true,
  },
];

export const NETWORK_SECTIONS: readonly Section[] = [
  {
    path: 'feature.network',
    doc: 'The traffic of the process. `true` stands for the defaults; `false` keeps incoming traffic, outgoing traffic and DNS local.',
    shorthands: [
      { form: true, sets: {} },
      {
        form: false,
        sets: {
          'incoming.mode': 'off',
          'outgoing.tcp': false,
          'outgoing.udp': false,
          'dns.enabled': false,
        },
      },
    ],
  },
];

export const NETWORK_FIELDS: readonly Field[] = [
  {
    path: 'feature.network.ipv6',
    shape: BOOLEAN,
    doc: 'Whether the process can use IPv6. With `false` it gets no IPv6 socket, and programs that try IPv6 first go on with IPv4.',
    fallback: true,
    env: [{ name: 'LNK_ENABLE_IPV6' }],
    beyond: true,
  },
];
