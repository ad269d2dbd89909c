import { BlockList, isIP } from 'node:net';
import { subnetOf } from './subnet.js';

/** Requests to this machine, with their credentials, must not pass through a proxy. */
const ALWAYS = 'localhost,127.0.0.0/8,[::1],0.0.0.0,[::]';

interface NamedHost {
  readonly name: string;
  /** Empty: any port. */
  readonly port: string;
}

function namedHost(entry: string): NamedHost {
  const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*|[\da-f:]*)(?::(\d+))?$/.exec(entry) ?? [];
  return { name: name.replace(/^\[|\]$/g, '').replace(/^\*?\./, ''), port };
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/**
 * Parses NO_PROXY, the hosts that are reached without a proxy: names (with their subdomains), addresses and subnets, each with or without a
 * port, or `*` for every host. This machine is always included.
 */
export function proxyExceptions(text: string): (target: URL) => boolean {
  const entries = `${ALWAYS},${text}`.toLowerCase().split(/[\s,]+/);
  if (entries.includes('*')) return () => true;
  const subnets = new BlockList();
  const names: NamedHost[] = [];
  for (const entry of entries) {
    const subnet = subnetOf(entry);
    if (subnet === undefined) names.push(namedHost(entry));
    else subnets.addSubnet(subnet.address, subnet.bits, subnet.family);
  }
  return (target) => {
    const host = target.hostname.replace(/^\[|\]$|\.$/g, '');
    if (isIP(host) !== 0 && subnets.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')) return true;
    const isNamed = ({ name, port }: NamedHost): boolean =>
      name !== '' &&
      (host === name || host.endsWith(`.${name}`)) &&
      (port === '' || port === portOf(target));
    return names.some(isNamed);
  };
}
