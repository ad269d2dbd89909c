import { isIP, isIPv4, isIPv6 } from 'node:net';
import { shortened } from '../../../../toolbox/shortened.js';
import { quoted } from '../../quoted.js';

/** Whether a path of the target is written from its root. */
export function absolutePathProblem(text: string): string | undefined {
  if (text.startsWith('/')) return undefined;
  if (text === '') return 'the path is empty: write a path from the root, such as `/app/config`';
  if (/^~|^\$|^[A-Za-z]:[\\/]/.test(text))
    return `${quoted(text)} is no path from the root of the target: write it in full, such as \`/app/config\``;
  return `${quoted(text)} does not start with a slash: write \`/${shortened(text, 80).replace(/^(\.\/)+/, '')}\``;
}

export function ipAddressProblem(text: string): string | undefined {
  return isIP(text) === 0
    ? `${quoted(text)} is no IP address: write one such as \`10.0.0.1\` or \`fd00::1\``
    : undefined;
}

/** `<IPv4>:<port>` or `[<IPv6>]:<port>`. */
export function socketAddressProblem(text: string): string | undefined {
  const [, bracketed, plain, port = ''] = /^(?:\[(.*)\]|([^:]*)):(\d{1,5})$/.exec(text) ?? [];
  const isAddress = bracketed === undefined ? isIPv4(plain ?? '') : isIPv6(bracketed);
  if (isAddress && Number(port) <= 65_535) return undefined;
  const reason = isAddress
    ? 'has a port above 65535'
    : 'is no address with a port, and a host name is not allowed';
  return `${quoted(text)} ${reason}: write one such as \`0.0.0.0:9000\` or \`[::]:9000\``;
}
