import { isIP, isIPv4, isIPv6 } from 'node:net';
import { subnetOf } from '../../../toolbox/subnet.js';
import type { FilterHost } from './filter-host.js';
import { nameProblem } from './host-name.js';
import { quoted } from '../quoted.js';

/** The protocol in lower case, if there is one, and what follows it. */
export function splitProtocol(text: string): [protocol: string | undefined, rest: string] {
  const at = text.indexOf('://');
  return at < 0 ? [undefined, text] : [text.slice(0, at).toLowerCase(), text.slice(at + 3)];
}

/** The host and what follows the colon that ends it; colons in brackets, and those of an IPv6 address without brackets, end nothing. */
export function splitPort(text: string): [host: string, port: string | undefined] {
  const bracket = text.startsWith('[') ? text.indexOf(']') : 0;
  const at = text.indexOf(':', bracket);
  if (at < 0 || bracket < 0 || isBareV6(text)) return [text, undefined];
  return [text.slice(0, at), text.slice(at + 1)];
}

/** What is wrong with a port and what to write, if something is. */
export function portProblem(text: string): string | undefined {
  if (text === '') return 'no port follows the colon: write one, or leave the colon out';
  if (/^\d+$/.test(text) && Number(text) <= 65535) return undefined;
  return `${quoted(text)} is not a port: write a number from 1 to 65535`;
}

/** The host of a filter, or what is wrong with it. */
export function readHost(text: string): FilterHost | string {
  if (text === '') return { kind: 'any' };
  if (text.startsWith('[')) return readBracketed(text);
  if (isBareV6(text)) return bareV6Problem(text);
  if (isIPv4(text)) return { kind: 'subnet', address: text, bits: 32, family: 'ipv4' };
  if (text.includes('/')) return readSubnet(text);
  return nameProblem(text) ?? { kind: 'name', name: text };
}

function readSubnet(text: string): FilterHost | string {
  const subnet = subnetOf(text);
  if (subnet !== undefined) return { kind: 'subnet', ...subnet };
  const [base = ''] = text.split('/', 1);
  return isIP(base) === 0
    ? `${quoted(text)} is not a subnet, as ${quoted(base)} is not an IP address: write one such as 10.0.0.0/8`
    : `${quoted(text)} has no valid prefix length: write one from 0 to 32, such as ${base}/24`;
}

function readBracketed(text: string): FilterHost | string {
  const [, address = '', prefix, left] = /^\[([^\]]*)\](\/\d+)?(.*)$/s.exec(text) ?? [];
  if (left === undefined) return `${quoted(text)} has no closing bracket: write [::1] or [::1]:80`;
  // a zone, as in fe80::1%eth0, means something on one machine only
  if (!isIPv6(address) || address.includes('%'))
    return `${quoted(address)} in brackets is not an IPv6 address: write one such as [::1], and anything else without brackets`;
  if (left !== '')
    return `${quoted(left)} is left over after the address: write [address], [address]/prefix or [address]:port`;
  const bits = Number(prefix?.slice(1) ?? 128);
  if (bits > 128)
    return `"${bits}" is not the length of a prefix: write one from 0 to 128, such as [${address}]/64`;
  return { kind: 'subnet', address, bits, family: 'ipv6' };
}

const bareV6 = (text: string): RegExpExecArray | null => /^([^/]*)(\/\d+)?$/.exec(text);

/** The first use of node's test of IPv6 addresses takes some milliseconds: only texts that may be one are tested. */
const isBareV6 = (text: string): boolean =>
  text.indexOf(':') !== text.lastIndexOf(':') && isIPv6(bareV6(text)?.[1] ?? '');

function bareV6Problem(text: string): string {
  const [, address = '', prefix = ''] = bareV6(text) ?? [];
  return `the IPv6 address has no brackets: write [${address}]${prefix}`;
}
