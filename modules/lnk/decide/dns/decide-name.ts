import { readNameFilter } from '../../addresses/address-filter.js';
import { readName } from '../../addresses/asked-address.js';
import { matchAddress } from '../../addresses/match-address.js';
import { requirePort } from '../../addresses/require-port.js';
import type { Configuration } from '../../config/resolve/configuration.js';
import type { Decision } from '../decision.js';
import { decisionOf, firstRules, type AppliedRule, type RuleFinder } from '../first-rules.js';
import { listed } from '../listed.js';
import type { FilterEntry, Side } from '../network/filter-entry.js';
import { entryText, subdomainNotes } from '../network/filter-notes.js';
import { filterRules } from '../network/filter-rules.js';
import { fieldRule, unlessOff } from '../rules.js';

/** `remote`: the target resolves the name. `local`: this machine does. */
export type NameDecision = Decision<Side>;

interface Question {
  readonly configuration: Configuration;
  /** A name or an IP address. */
  readonly host: string;
  readonly port: number | undefined;
}

type Finder = RuleFinder<Question, AppliedRule<Side>>;

const ENABLED = 'feature.network.dns.enabled';

const disabled: Finder = ({ configuration }) =>
  configuration.value(ENABLED) === false
    ? fieldRule(configuration, [ENABLED], {
        verdict: 'local',
        reason: 'is resolved locally, as every name is',
      })
    : undefined;

const filter: Finder = ({ configuration, host, port }) =>
  filterRules({
    configuration,
    field: 'feature.network.dns.filter',
    read: readNameFilter,
    asked: { host, port },
    notes: (entries, side) => [
      ...portNotes(entries, { host, port, side }),
      ...subdomainNotes(entries, host),
    ],
  });

const enabled: Finder = ({ configuration }) =>
  unlessOff(
    configuration,
    { field: ENABLED, off: false },
    { verdict: 'remote', reason: 'is resolved in the target, as every name is' },
  );

const OWN_RESOLVER =
  'This holds for programs that ask the resolver of the system. One with a resolver of its own (Go without cgo, c-ares, dig) reads /etc/resolv.conf and sends UDP to port 53 instead: the rules of files and of outgoing connections decide about those.';

/**
 * Where a name is resolved. `port` is the port that the program wants to connect to, as far as it says so when it asks for the name.
 * Throws `invalid_input` for what is neither a name nor an IP address, and for a port that does not exist.
 */
export async function decideName(
  configuration: Configuration,
  name: string,
  port?: number,
): Promise<NameDecision> {
  const host = readName(name);
  if (port !== undefined) requirePort(port);
  const rules = await firstRules([disabled, filter, enabled], { configuration, host, port });
  return decisionOf(rules, [OWN_RESOLVER]);
}

/** Entries with a port do not cover a question without one. */
function portNotes(
  entries: readonly FilterEntry[],
  {
    host,
    port,
    side,
  }: { readonly host: string; readonly port: number | undefined; readonly side: Side },
): readonly string[] {
  if (port !== undefined) return [];
  const others = entries.filter(
    ({ filter: entry }) =>
      entry.port !== undefined && matchAddress(entry, { host, port: entry.port }) === 'yes',
  );
  return others.length === 0
    ? []
    : [
        `It is ${side} instead if the program asks for a port that one of these has: ${listed(others.map(entryText))}.`,
      ];
}
