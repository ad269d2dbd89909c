import { isIP } from 'node:net';
import { invalidInput } from 'svc-registry/kernel';
import { portProblem, readHost, splitPort, splitProtocol } from './address-parts.js';
import { quoted } from '../quoted.js';

/** The other end of a connection that somebody asks about. */
export type Address = SocketAddress | UnixAddress;

export interface SocketAddress {
  readonly kind: 'socket';
  readonly protocol: 'tcp' | 'udp';
  /** A name, or an IP address without brackets. */
  readonly host: string;
  /** 0 to 65535. */
  readonly port: number;
}

export interface UnixAddress {
  readonly kind: 'unix';
  /** Absolute. */
  readonly path: string;
}

const FORMS =
  'Write tcp://host:port or udp://host:port, with brackets around an IPv6 address, or unix:///path.';

/** Parses `tcp://host:port`, `udp://host:port` or `unix:///path`. Throws `invalid_input` for anything else. */
export function readAddress(text: string): Address {
  const [protocol, rest] = splitProtocol(text);
  if (protocol === 'unix') return unixAddress(text, rest);
  if (protocol !== 'tcp' && protocol !== 'udp')
    throw wrong(
      text,
      protocol === undefined ? 'it names no protocol' : `${quoted(protocol)} is not a protocol`,
    );
  const [hostText, portText] = splitPort(rest);
  const host = readAskedHost(hostText, text);
  if (portText === undefined) throw wrong(text, 'it names no port');
  const problem = portProblem(portText);
  if (problem !== undefined) throw wrong(text, problem);
  return { kind: 'socket', protocol, host, port: Number(portText) };
}

/** The name or IP address that somebody asks about: brackets around IPv6 may be there. Throws `invalid_input` for what is neither. */
export function readName(text: string): string {
  return isIP(text) !== 0 && !text.includes('%') ? text : readAskedHost(text, text, NAME_FORMS);
}

/** The same with the port that may follow a colon. */
export function readNameWithPort(text: string): { host: string; port: number | undefined } {
  const [protocol] = splitProtocol(text);
  if (protocol !== undefined) throw wrong(text, 'a name has no protocol', NAME_FORMS);
  const [hostText, portText] = splitPort(text);
  const host = readName(hostText);
  if (portText === undefined) return { host, port: undefined };
  const problem = portProblem(portText);
  if (problem !== undefined) throw wrong(text, problem, NAME_FORMS);
  return { host, port: Number(portText) };
}

const NAME_FORMS = 'Write the name of a host, such as db.example.com, or an IP address.';

function unixAddress(text: string, path: string): UnixAddress {
  if (!path.startsWith('/')) throw wrong(text, 'the path of a Unix socket begins with "/"');
  if (path.includes('\0')) throw wrong(text, 'a path has no NUL');
  return { kind: 'unix', path };
}

function readAskedHost(hostText: string, text: string, forms = FORMS): string {
  const host = readHost(hostText);
  if (typeof host === 'string') throw wrong(text, host, forms);
  if (host.kind === 'any') throw wrong(text, 'it names no host', forms);
  if (host.kind === 'name') return host.name;
  if (host.bits !== (host.family === 'ipv6' ? 128 : 32))
    throw wrong(text, `${quoted(hostText)} is a subnet, and not one host`, forms);
  return host.address;
}

const wrong = (text: string, clause: string, forms = FORMS): Error =>
  invalidInput({ what: `${quoted(text)} is not an address: ${clause}.`, hint: forms });
