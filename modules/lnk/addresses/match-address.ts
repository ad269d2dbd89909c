import { BlockList, isIP } from 'node:net';
import type { AddressFilter } from './address-filter.js';
import type { FilterHost } from './filter-host.js';
import { comparable } from './host-name.js';

/** A host that a filter is compared with. */
export interface AskedHost {
  /** `undefined` where no protocol is known: filters of every protocol count. */
  readonly protocol?: 'tcp' | 'udp' | undefined;
  /** A name or an IP address. */
  readonly host: string;
  /** `undefined` when it is not known. */
  readonly port?: number | undefined;
}

/**
 * Whether a filter covers a host. Two answers are open: `name-of-filter` when it does if the filter's name resolves to the address that is
 * asked about, `name-of-host` when it does if the name that is asked about resolves to an address of the filter's.
 */
export type AddressMatch = 'yes' | 'no' | 'name-of-filter' | 'name-of-host';

const LOCALHOST = ['127.0.0.1', '::1'];

export function matchAddress(filter: AddressFilter, asked: AskedHost): AddressMatch {
  const otherProtocol = asked.protocol !== undefined && filter.protocol !== 'any';
  if (otherProtocol && filter.protocol !== asked.protocol) return 'no';
  if (filter.port !== undefined && filter.port !== asked.port) return 'no';
  return matchHost(filter.host, asked.host);
}

function matchHost(filter: FilterHost, host: string): AddressMatch {
  if (filter.kind === 'any') return 'yes';
  const addresses = knownAddresses(host);
  if (filter.kind === 'subnet') {
    if (addresses.length === 0) return 'name-of-host';
    return addresses.some((address) => subnetHas(filter, address)) ? 'yes' : 'no';
  }
  if (isIP(host) === 0) return comparable(filter.name) === comparable(host) ? 'yes' : 'no';
  const own = knownAddresses(filter.name);
  if (own.length === 0) return 'name-of-filter';
  return own.some((address) => sameAddress(address, host)) ? 'yes' : 'no';
}

/** What needs no resolver. */
function knownAddresses(host: string): readonly string[] {
  if (isIP(host) !== 0) return [host];
  return comparable(host) === 'localhost' ? LOCALHOST : [];
}

type FilterSubnet = Extract<FilterHost, { kind: 'subnet' }>;

function subnetHas({ address, bits, family }: FilterSubnet, asked: string): boolean {
  // else [::]/0 would have every IPv4 address
  if (family === 'ipv6' && isIP(asked) === 4) return false;
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  return list.check(asked, familyOf(asked));
}

function sameAddress(one: string, other: string): boolean {
  const list = new BlockList();
  list.addAddress(one, familyOf(one));
  return list.check(other, familyOf(other));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8, 'ipv4');
OWN.addAddress('0.0.0.0', 'ipv4');
OWN.addAddress('::1', 'ipv6');
OWN.addAddress('::', 'ipv6');

/** True for `localhost`, for loopback addresses and for those that stand for every own address. */
export const isLocalhost = (host: string): boolean =>
  knownAddresses(host).some((address) => OWN.check(address, familyOf(address)));
