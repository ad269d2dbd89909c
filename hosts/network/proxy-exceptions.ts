import { BlockList, isIP } from 'node:net';

/** What is sent to a server on this machine, its credentials among it, does not leave the machine. */
const ALWAYS = 'localhost,127.0.0.0/8,[::1],0.0.0.0,[::]';

interface NamedHost {
  readonly name: string;
  /** Empty: any port. */
  readonly port: string;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function namedHost(entry: string): NamedHost {
  const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*|[\da-f:]*)(?::(\d+))?$/.exec(entry) ?? [];
  return { name: name.replace(/^\[|\]$/g, '').replace(/^\*?\./, ''), port };
}

/** Adds an entry such as `10.0.0.0/8`; answers whether it is one. */
function addSubnet(subnets: BlockList, entry: string): boolean {
  const [address = '', bits = ''] = entry.replace(/[[\]]/g, '').split('/');
  const family = familyOf(address);
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 'ipv6' ? 128 : 32)) return false;
  subnets.addSubnet(address, Number(bits), family);
  return true;
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/**
 * Which hosts are reached without a proxy, by the text of NO_PROXY: names and the names below them, addresses, subnets, each with or
 * without a port; `*` is every host. This machine always is.
 */
export function proxyExceptions(text: string): (target: URL) => boolean {
  const entries = `${ALWAYS},${text}`.toLowerCase().split(/[\s,]+/);
  if (entries.includes('*')) return () => true;
  const subnets = new BlockList();
  const names = entries
    .filter((entry) => !addSubnet(subnets, entry))
    .map(namedHost)
    .filter(({ name }) => name !== '');
  return (target) => {
    const host = target.hostname.replace(/^\[|\]$|\.$/g, '');
    if (isIP(host) !== 0 && subnets.check(host, familyOf(host))) return true;
    const isNamed = ({ name, port }: NamedHost): boolean =>
      (host === name || host.endsWith(`.${name}`)) && (port === '' || port === portOf(target));
    return names.some(isNamed);
  };
}
