const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

const groupsOf = (part: string | undefined): readonly string[] => (part === undefined || part === '' ? [] : part.split(':'));

/** The groups of an IPv6 address, those that `::` stands for included. */
function allGroups(address: string): readonly string[] {
  const [head, tail] = address.split('::').map(groupsOf) as [readonly string[], (readonly string[])?];
  const left = tail === undefined ? [] : Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  return [...head, ...left, ...(tail ?? [])];
}

/** Who is counted as one: an IPv4 address, or the network of an IPv6 address, in which one customer picks addresses at will. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = MAPPED.exec(plain)?.[1];
  if (mapped !== undefined || !plain.includes(':')) return mapped ?? plain;
  const network = allGroups(plain).slice(0, NETWORK_GROUPS);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
