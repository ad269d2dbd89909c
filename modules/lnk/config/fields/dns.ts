import { sides } from './address-sides.js';
import type { Field, Section } from './field.js';
import { BOOLEAN } from './shapes.js';

export const DNS_SECTIONS: readonly Section[] = [
  {
    path: 'feature.network.dns',
    doc: 'How the process finds the addresses of names. `true` stands for the defaults; `false` resolves all names locally.',
    shorthands: [
      { form: true, sets: {} },
      { form: false, sets: { enabled: false } },
    ],
  },
];

export const DNS_FIELDS: readonly Field[] = [
  {
    path: 'feature.network.dns.enabled',
    shape: BOOLEAN,
    doc: 'Resolves names in the target, which knows the services of the cluster. With `false` names are resolved on your machine, and `filter` does not count.',
    fallback: true,
    env: [{ name: 'LNK_REMOTE_DNS' }],
    flags: [
      { input: 'noRemoteDns', name: '--no-remote-dns', values: { true: false, false: null } },
    ],
  },
  {
    path: 'feature.network.dns.filter',
    shape: sides('dns-address', 'Names'),
    doc: 'Which names are resolved in the target: either those that stay `local` or those that go `remote`. An entry is `[<name>|<address>|<address>/<bits>][:<port>]`; a name must be equal.',
    fallbackText: 'all are resolved in the target',
  },
];
