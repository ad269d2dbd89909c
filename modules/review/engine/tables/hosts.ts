/** What an address says about who answers there. */
import { distance } from 'fastest-levenshtein';
import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import type { Value } from '../facts.js';
import * as lists from './host-lists.js';

export type DestinationKind =
  /** Computed at run time. */
  | 'computed'
  /** This computer or a private network. */
  | 'local'
  /** Stands for an address that the reader fills in. */
  | 'placeholder'
  | 'metadata'
  | 'raw-address'
  | 'drop'
  | 'tunnel'
  | 'paste'
  | 'shortener'
  | 'file-drop'
  | 'dynamic-dns'
  | 'look-alike'
  | 'cheap-domain'
  | 'free-hosting'
  | 'installer'
  | 'vendor'
  | 'unknown';

export interface Destination {
  readonly kind: DestinationKind;
  /** In lower case, without port; empty when it is computed. */
  readonly host: string;
  readonly path: string;
  /** Whether what arrives could have been changed on the way. */
  readonly plain: boolean;
}

const destinationNames: Record<DestinationKind, string> = {
  computed: 'an address that is computed at run time',
  local: 'this computer or its own network',
  placeholder: 'an address to be filled in',
  metadata: 'the metadata service of a cloud',
  'raw-address': 'a bare IP address',
  drop: 'a host where anyone collects what others send',
  tunnel: 'a tunnel to an unknown computer',
  paste: 'a page that anyone can write',
  shortener: 'a short link that hides its target',
  'file-drop': 'a host for anonymous files',
  'dynamic-dns': 'a name for a changing home address',
  'look-alike': 'a host that borrows the name of a known vendor',
  'cheap-domain': 'a throw-away domain',
  'free-hosting': 'a host where anyone publishes for nothing',
  installer: 'a known installer',
  vendor: 'a known service',
  unknown: 'a host that nothing vouches for',
};

/** For sentences, with the host where it is known. */
export const describe = ({ kind, host }: Destination): string =>
  host === '' ? destinationNames[kind] : `${destinationNames[kind]} (${host})`;

const KNOWN = new Map<string, DestinationKind>();
// The last entry wins: what is known to be abused counts more than that it is a vendor's.
for (const [kind, hosts] of [
  ['vendor', lists.vendorHosts],
  ['installer', lists.installerHosts],
  ['free-hosting', lists.freeHostingHosts],
  ['dynamic-dns', lists.dynamicDnsHosts],
  ['file-drop', lists.fileDropHosts],
  ['shortener', lists.shortenerHosts],
  ['paste', lists.pasteHosts],
  ['tunnel', lists.tunnelHosts],
  ['drop', lists.dropHosts],
] as const)
  for (const host of hosts) KNOWN.set(host, kind);

const METADATA =
  /^(169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|192\.0\.0\.192|metadata(\.google\.internal|\.azure\.internal|\.tencentyun\.com)?|\[fd00:ec2::254\])$/;
const LOCAL =
  /^(localhost|.*\.(localhost|local|internal|lan|home|corp|intranet|svc|localdomain)|host\.docker\.internal|0\.0\.0\.0|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(1[6-9]|2\d|3[01])\.\d+\.\d+|\[::1?\]|\[f[cd][0-9a-f]*:.*\])$/;
/** A file beside the program, such as the module that a compiler to WebAssembly makes: no domain ends like that. */
const FILE_NAME = /\.(?:wasm|m?js|json|css|html?|txt|xml|csv|png|svg)$/;
const PLACEHOLDER =
  /^((www|api|app|cdn|staging|dev|docs|blog|mail|test|auth|shop|my|mysite|site|db|admin|backend|server|git|static|assets)\.)?(example\.(com|org|net|edu)|example|test|foo\.(com|bar)|bar\.com|foobar\.com|acme\.com|domain\.(com|tld)|host|hostname|site\.com|mysite\.com|website\.com|company\.com|server|api|url)$|(^|[.-])my[-_]?(domain|site|host|server|company|org|instance)\.|(^|[.-])your[-_]?(domain|app|site|server|host|company|org|api|project|name|instance|url|team|workspace|subdomain|service|endpoint|registry|bucket|cluster|region|store|shop|tenant|account|deployment)\b|^\.\.\.|^x{3,}\.|<|^\[?(host|url|domain|ip)\]?$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

/** Where a request goes. */
export function destinationOf({ text, dynamic }: Value): Destination {
  const parts = partsOf(text.trim());
  if (parts === undefined)
    return {
      kind: dynamic || text.includes('$') ? 'computed' : 'unknown',
      host: '',
      path: '',
      plain: false,
    };
  return { kind: kindOf(parts), host: parts.host, path: parts.path, plain: parts.plain };
}

interface Parts {
  readonly host: string;
  readonly path: string;
  readonly plain: boolean;
}

const ADDRESS = /^(?:([a-z][a-z0-9+.-]*):)?\/\/([^/?#\s]*)([^\s]*)/i;
const BARE =
  /^((?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}|(?:\d{1,3}\.){3}\d{1,3}|localhost|0x[0-9a-f]+|\d{8,10})(?::\d+)?([/?][^\s]*)?$/iu;
const PLAIN = new Set(['http', 'ftp', 'ws', 'tftp', 'tcp', 'udp', 'ldap', 'telnet']);

function partsOf(text: string): Parts | undefined {
  const [scheme, authority, path] = split(text);
  const name = authority.replace(/^.*@/, '').replace(/:\d*$/, '');
  const host = /[$`{}]/.test(name) ? fixedEnd(name) : canonical(name);
  return host === '' ? undefined : { host, path, plain: PLAIN.has(scheme) };
}

/** Scheme, authority and the rest; a bare host is asked over http. */
function split(text: string): readonly [scheme: string, authority: string, rest: string] {
  const [, scheme = 'https', authority = '', rest = ''] = ADDRESS.exec(text) ?? [];
  if (authority !== '') return [scheme.toLowerCase(), authority, rest];
  const [, host = '', below = ''] = BARE.exec(text) ?? [];
  return ['http', host, below];
}

/** Of `${bucket}.s3.amazonaws.com` the part that is known; nothing when the owner of the domain is not. */
function fixedEnd(name: string): string {
  const end = name.slice(Math.max(name.lastIndexOf('}'), name.lastIndexOf('`')) + 1);
  return /^\.[a-z0-9-]+\.[a-z0-9.-]+$/i.test(end) ? end.slice(1).toLowerCase() : '';
}

/** As browsers and curl understand it: numbers in any base become dotted, letters outside ASCII become `xn--`. */
function canonical(name: string): string {
  const hostname = parsedUrl(`http://${name}/`)?.hostname ?? name.toLowerCase();
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname);
  if (mapped === null) return hostname.replace(/\.$/, '');
  const [high, low] = [parseInt(mapped[1] ?? '', 16), parseInt(mapped[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function kindOf({ host, path }: Parts): DestinationKind {
  if (METADATA.test(host)) return 'metadata';
  if (LOCAL.test(host) || FILE_NAME.test(host)) return 'local';
  if (PLACEHOLDER.test(host)) return 'placeholder';
  if (IPV4.test(host) || host.startsWith('[')) return 'raw-address';
  if (lists.dropPaths.some(([at, below]) => host === at && path.startsWith(below))) return 'drop';
  return known(host, path) ?? rememberedByName(host);
}

function known(host: string, path: string): DestinationKind | undefined {
  const first = `${host}/${path.split('/', 2)[1] ?? ''}`;
  const whole = KNOWN.get(first);
  if (whole !== undefined) return whole;
  for (
    let name = host;
    name !== '';
    name = name.includes('.') ? name.slice(name.indexOf('.') + 1) : ''
  ) {
    const kind = KNOWN.get(name);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

const names = new Map<string, DestinationKind>();
const MOST_NAMES = 10_000;

function rememberedByName(host: string): DestinationKind {
  if (names.size >= MOST_NAMES) names.clear();
  const kind = names.get(host) ?? byName(host);
  names.set(host, kind);
  return kind;
}

function byName(host: string): DestinationKind {
  if (borrowed(host) !== undefined) return 'look-alike';
  const ending = host.slice(host.lastIndexOf('.') + 1);
  return lists.cheapEndings.has(ending) ? 'cheap-domain' : 'unknown';
}

/** The vendor whose name a foreign host carries. */
function borrowed(host: string): string | undefined {
  if (host.split('.').some((label) => label.startsWith('xn--'))) return 'a name in other letters';
  const domain = registrable(host);
  const labels = plainLetters(host.slice(0, host.lastIndexOf('.'))).split(/[.-]/);
  return lists.brands.find(
    ([word, own]) =>
      !own.includes(domain) && labels.some((label) => label === word || near(label, word)),
  )?.[0];
}

const near = (label: string, word: string): boolean =>
  word.length >= 6 &&
  label !== 'openapi' &&
  Math.abs(label.length - word.length) <= 1 &&
  distance(label, word) === 1;
const LOOKS: Record<string, string> = { '0': 'o', '1': 'l', '3': 'e', '5': 's' };
const plainLetters = (text: string): string => text.replace(/[0135]/g, (one) => LOOKS[one] ?? one);

/** The part of a host that somebody registered, as far as that can be known without a list of suffixes. */
function registrable(host: string): string {
  const labels = host.split('.');
  const second = labels.at(-2) ?? '';
  const long =
    labels.length > 2 &&
    (labels.at(-1) ?? '').length === 2 &&
    /^(co|com|net|org|ac|gov|edu)$/.test(second);
  return labels.slice(long ? -3 : -2).join('.');
}

const HOSTILE: ReadonlySet<DestinationKind> = new Set([
  'raw-address',
  'drop',
  'tunnel',
  'paste',
  'shortener',
  'file-drop',
  'dynamic-dns',
  'look-alike',
  'cheap-domain',
]);
/** Whether attackers often use the host and vendors do not. */
export const isHostile = ({ kind }: Destination): boolean => HOSTILE.has(kind);

const KNOWN_GOOD: ReadonlySet<DestinationKind> = new Set(['installer', 'vendor', 'local']);
/** Whether the host belongs to a known party or cannot be reached from outside. */
export const isTrusted = ({ kind }: Destination): boolean => KNOWN_GOOD.has(kind);
