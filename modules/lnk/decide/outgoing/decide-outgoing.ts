import { isIP } from 'node:net';
import { readAddress, type SocketAddress } from '../../addresses/asked-address.js';
import { isLocalhost } from '../../addresses/match-address.js';
import type { Configuration } from '../../config/resolve/configuration.js';
import type { Decision } from '../decision.js';
import { decideName, type NameDecision } from '../dns/decide-name.js';
import { decisionOf, firstRules } from '../first-rules.js';
import { SOCKET_RULES } from './socket-rules.js';
import { UNIX_RULES } from './unix-rules.js';
import type { OutgoingVerdict } from './outgoing-question.js';

export type OutgoingDecision = Decision<OutgoingVerdict>;

/**
 * From where a connection is made. `address` is `tcp://host:port`, `udp://host:port` or `unix:///path`; for anything else it throws
 * `invalid_input`.
 */
export async function decideOutgoing(
  configuration: Configuration,
  address: string,
): Promise<OutgoingDecision> {
  const asked = readAddress(address);
  if (asked.kind === 'unix')
    return decisionOf(await firstRules(UNIX_RULES, { configuration, path: asked.path }));
  const name = await nameDecision(configuration, asked);
  const resolvedAt = name?.verdict ?? 'local';
  const rules = await firstRules(SOCKET_RULES, { configuration, asked, resolvedAt });
  if (rules[0].verdict !== 'remote') return decisionOf(rules);
  return decisionOf(rules, [
    ...localhostNotes(asked),
    ...(name?.verdict === 'local' ? [resolvedHere(asked.host, name.rule.name)] : []),
  ]);
}

/** Where the name of the address is resolved, if it has one that a resolver is asked for. */
async function nameDecision(
  configuration: Configuration,
  { host, port }: SocketAddress,
): Promise<NameDecision | undefined> {
  if (isIP(host) !== 0 || isLocalhost(host)) return undefined;
  return decideName(configuration, host, port || undefined);
}

const localhostNotes = ({ host, port }: SocketAddress): readonly string[] =>
  isLocalhost(host)
    ? [
        `${host} is the target's own here, and not this machine: to reach this machine, set \`feature.network.outgoing.ignore_localhost\`, or add the address to \`feature.network.outgoing.filter.local\`. If the process itself listens on port ${port}, it reaches itself.`,
      ]
    : [];

const resolvedHere = (host: string, rule: string): string =>
  `${host} is resolved on this machine (${rule}), and what it resolves to is reached from the target.`;
