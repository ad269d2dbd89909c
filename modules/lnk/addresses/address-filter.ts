import { portProblem, readHost, splitPort, splitProtocol } from './address-parts.js';
import type { FilterHost } from './filter-host.js';
import { quoted } from '../quoted.js';

/** Which addresses an entry of a filter is about. */
export interface AddressFilter {
  readonly protocol: Protocol;
  readonly host: FilterHost;
  /** `undefined` for every port. */
  readonly port: number | undefined;
}

/** `any` stands for both. */
export type Protocol = 'any' | 'tcp' | 'udp';

const PROTOCOLS: readonly string[] = ['any', 'tcp', 'udp'] satisfies Protocol[];

const isProtocol = (text: string): text is Protocol => PROTOCOLS.includes(text);

/**
 * Parses an entry of `feature.network.outgoing.filter`: `[protocol://][host][:port]`. The host is a name, an IP address or a subnet, with
 * brackets around IPv6. The empty text stands for every address. For an invalid text the answer is a clause that says what is wrong and what to write.
 */
export function readAddressFilter(text: string): AddressFilter | string {
  const [protocol, rest] = splitProtocol(text);
  if (protocol !== undefined && !isProtocol(protocol))
    return `${quoted(protocol)} is not a protocol of a filter: write any, tcp or udp, or leave it out`;
  const [hostText, portText] = splitPort(rest);
  const host = readHost(hostText);
  if (typeof host === 'string') return host;
  const problem = portText === undefined ? undefined : portProblem(portText);
  if (problem !== undefined) return problem;
  // 0 stands for every port
  const port = Number(portText ?? 0) || undefined;
  return { protocol: protocol ?? 'any', host, port };
}

/** Parses an entry of `feature.network.dns.filter`: as those of connections, but it must not be empty, which would be every name. */
export const readNameFilter = (text: string): AddressFilter | string =>
  text === ''
    ? 'the entry is empty: write a name such as db.example.com, or an IP address or subnet'
    : readAddressFilter(text);

/** The shortest text that `readAddressFilter` reads as this filter; `any://` for every address. */
export function addressFilterText({ protocol, host, port }: AddressFilter): string {
  const text = `${hostText(host)}${port === undefined ? '' : `:${port}`}`;
  return protocol === 'any' && text !== '' ? text : `${protocol}://${text}`;
}

function hostText(host: FilterHost): string {
  if (host.kind === 'any') return '';
  if (host.kind === 'name') return host.name;
  const isV6 = host.family === 'ipv6';
  const address = isV6 ? `[${host.address}]` : host.address;
  return host.bits === (isV6 ? 128 : 32) ? address : `${address}/${host.bits}`;
}
