import { sides } from './address-sides.js';
import type { Field, Section } from './field.js';
import { BOOLEAN, listOf, text } from './shapes.js';

export const OUTGOING_SECTIONS: readonly Section[] = [
  {
    path: 'feature.network.outgoing',
    doc: 'Connections that the process makes. `true` stands for the defaults; `false` keeps TCP and UDP local.',
    shorthands: [
      { form: true, sets: {} },
      { form: false, sets: { tcp: false, udp: false } },
    ],
  },
];

export const OUTGOING_FIELDS: readonly Field[] = [
  {
    path: 'feature.network.outgoing.tcp',
    shape: BOOLEAN,
    doc: 'Makes TCP connections from the target. With `false` they are made from your machine.',
    fallback: true,
    env: [{ name: 'LNK_TCP_OUTGOING' }],
    flags: [
      {
        input: 'noTcpOutgoing',
        name: '--no-tcp-outgoing',
        values: { true: false, false: null },
      },
      { input: 'noOutgoing', name: '--no-outgoing', values: { true: false, false: null } },
    ],
  },
  {
    path: 'feature.network.outgoing.udp',
    shape: BOOLEAN,
    doc: 'Sends UDP from the target. With `false` it is sent from your machine.',
    fallback: true,
    env: [{ name: 'LNK_UDP_OUTGOING' }],
    flags: [
      {
        input: 'noUdpOutgoing',
        name: '--no-udp-outgoing',
        values: { true: false, false: null },
      },
      { input: 'noOutgoing', name: '--no-outgoing', values: { true: false, false: null } },
    ],
  },
  {
    path: 'feature.network.outgoing.filter',
    shape: sides('outgoing-address', 'Addresses'),
    doc: 'Which connections go through the target: either the addresses that stay `local` or those that go `remote`. An address is `[<protocol>://][<name>|<address>|<address>/<bits>][:<port>]` with the protocol `tcp` or `udp`, and an IPv6 address in brackets: `tcp://10.0.0.0/8:5432`, `example.com`, `:53`. Names in it are added to `feature.network.dns.filter`.',
    fallbackText: 'all go through the target',
  },
  {
    path: 'feature.network.outgoing.ignore_localhost',
    shape: BOOLEAN,
    doc: 'Keeps connections to `localhost` on your machine. Otherwise `localhost` is the pod of the target.',
    fallback: false,
  },
  {
    path: 'feature.network.outgoing.unix_streams',
    shape: listOf(text('linear-pattern')),
    doc: 'Regular expressions for the paths of Unix sockets that are connected in the target. Others are local; without a value all are.',
    fallbackText: 'all are local',
    env: [{ name: 'LNK_OUTGOING_REMOTE_UNIX_STREAMS' }],
    stage: 'unstable',
  },
];
