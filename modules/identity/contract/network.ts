import { parsedUrl } from '../../../toolbox/parsed-url.js';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const MAPPED = '0:0:0:0:0:ffff';

const split = (part: string): readonly string[] => (part === '' ? [] : part.split(':'));

/** The eight groups of an IPv6 address in canonical form; `undefined` for any other text. */
function groupsOf(address: string): readonly string[] | undefined {
  const url = parsedUrl(`http://[${address}]`);
  if (url === undefined) return undefined;
  const [head = '', tail] = url.hostname.slice(1, -1).split('::');
  const [first, last] = [split(head), split(tail ?? '')];
  return [...first, ...Array<string>(GROUPS - first.length - last.length).fill('0'), ...last];
}

/** The IPv4 address of the last two groups. */
const dotted = (groups: readonly string[]): string =>
  groups
    .slice(-2)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');

/** The unit to which limits apply: an IPv4 address, or the /64 network of an IPv6 address, in which one customer chooses addresses freely. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const groups = plain.includes(':') ? groupsOf(plain) : undefined;
  if (groups === undefined) return plain;
  return groups.join(':').startsWith(`${MAPPED}:`)
    ? dotted(groups)
    : groups.slice(0, NETWORK_GROUPS).join(':');
}
