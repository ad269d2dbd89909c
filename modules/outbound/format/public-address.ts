import { BlockList, isIP } from 'node:net';

/** Ranges of the IANA special-purpose registries that are not reached over the public internet, or that stand for addresses of another family. */
const RESERVED = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // of IPv6, only 2000::/3 is given out for the internet
  ...['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
];

// one list for each family: a list with ::ffff:0:0/96 would match every IPv4 address
const reserved = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const range of RESERVED) {
  const [network = '', bits] = range.split('/');
  const family = network.includes(':') ? 'ipv6' : 'ipv4';
  reserved[family].addSubnet(network, Number(bits), family);
}

const NAT64 = '64:ff9b::';

/** The IPv4 address inside one of the NAT64 prefix: where a network has IPv6 only, it stands for any IPv4 address, private ones included. */
function translated(address: string): string | undefined {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  if (!canonical.startsWith(NAT64)) return undefined;
  const groups = canonical.slice(NAT64.length).split(':');
  if (groups.length > 2) return undefined;
  const [high = 0, low = 0] = ['0', ...groups].slice(-2).map((group) => parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** True for an address of the public internet. */
export function isPublicAddress(address: string): boolean {
  // a zone, as in fe80::1%eth0, belongs to addresses of a link
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (isIP(address) === 4) return !reserved.ipv4.check(address, 'ipv4');
  const inner = translated(address);
  return inner === undefined ? !reserved.ipv6.check(address, 'ipv6') : isPublicAddress(inner);
}
