import { isIP } from 'node:net';
import { readAddressFilter } from '../../addresses/address-filter.js';
import type { SocketAddress } from '../../addresses/asked-address.js';
import { isLocalhost } from '../../addresses/match-address.js';
import { resolvingNotes, subdomainNotes } from '../network/filter-notes.js';
import { filterRules } from '../network/filter-rules.js';
import { builtInRule, fieldRule, unlessOff } from '../rules.js';
import type { OutgoingFinder, SocketQuestion } from './outgoing-question.js';

type Finder = OutgoingFinder<SocketQuestion>;

const MOCK = 'experimental.tcp_ping4_mock';
const IGNORE_LOCALHOST = 'feature.network.outgoing.ignore_localhost';

/** Port of the echo service: programs connect to it to see whether a host is there. */
const ECHO = 7;

const mocked: Finder = ({ configuration, asked }) =>
  asked.port === ECHO && configuration.value(MOCK) === true
    ? fieldRule(configuration, [MOCK], {
        verdict: 'mocked',
        reason: 'has port 7, where every connection seems to succeed',
      })
    : undefined;

const localhost: Finder = ({ configuration, asked }) =>
  isLocalhost(asked.host) && configuration.value(IGNORE_LOCALHOST) === true
    ? fieldRule(configuration, [IGNORE_LOCALHOST], {
        verdict: 'local',
        reason: 'is an address of this machine itself',
      })
    : undefined;

const portZero: Finder = ({ asked }) =>
  asked.port === 0
    ? builtInRule('port 0', { verdict: 'local', reason: 'has port 0, where nothing listens' })
    : undefined;

const fieldOf = ({ protocol }: SocketAddress): string => `feature.network.outgoing.${protocol}`;

const disabled: Finder = ({ configuration, asked }) =>
  configuration.value(fieldOf(asked)) === false
    ? fieldRule(configuration, [fieldOf(asked)], {
        verdict: 'local',
        reason: `is ${asked.protocol.toUpperCase()}, which stays local`,
      })
    : undefined;

// entries for a protocol that is disabled need not be left out: what they are about stays local before they are asked
const filter: Finder = ({ configuration, asked, resolvedAt }) =>
  filterRules({
    configuration,
    field: 'feature.network.outgoing.filter',
    read: readAddressFilter,
    asked,
    notes: (entries, side) => [
      ...resolvingNotes(entries, { host: asked.host, side, resolvedAt }),
      ...(isIP(asked.host) === 0 ? subdomainNotes(entries, asked.host) : []),
    ],
  });

const enabled: Finder = ({ configuration, asked }) =>
  unlessOff(
    configuration,
    { field: fieldOf(asked), off: false },
    {
      verdict: 'remote',
      reason: `is ${asked.protocol.toUpperCase()}, which goes through the target`,
    },
  );

/** The rules for TCP and UDP, the strongest first. */
export const SOCKET_RULES: readonly Finder[] = [
  mocked,
  localhost,
  portZero,
  disabled,
  filter,
  enabled,
];
