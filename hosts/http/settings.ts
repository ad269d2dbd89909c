import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { isatty } from 'node:tty';
import { invalidInput, usageError, type HostInfo } from 'svc-registry/kernel';
import { parsedUrl } from '../../toolbox/parsed-url.js';
import { subnetOf } from '../../toolbox/subnet.js';
import type { LogForm, LogLevel } from './log.js';

export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  readonly dev: boolean;
  readonly dataDir: string;
  /** The environment that modules see, which includes the data folder. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The server's public address, when it differs from the one it listens on. */
  readonly publicUrl: string | undefined;
  readonly trustProxy: number | string | false;
  readonly logLevel: LogLevel;
  readonly log: LogForm;
  readonly metricsToken: string | undefined;
}

export interface ServerFlags {
  readonly host?: string;
  readonly port?: number;
  readonly dataDir?: string;
  readonly dev?: boolean;
  readonly log?: LogForm;
}

const levels: readonly string[] = ['debug', 'info', 'warn', 'error', 'silent'];

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The wildcard addresses ("all interfaces") cannot be connected to. */
const reachable = (host: string): string =>
  ['0.0.0.0', '::', ''].includes(host) ? 'localhost' : host;

/** The address that the server listens on. */
export const listeningAddress = ({ host }: Pick<ServerSettings, 'host'>, port: number): string =>
  addressOf(host, port);

/** The server's public address, as far as it is known; `port` is the port it listens on. */
export const publicAddress = (
  { host, publicUrl }: Pick<ServerSettings, 'host' | 'publicUrl'>,
  port: number,
): string => publicUrl ?? addressOf(reachable(host), port);

function invalidSetting(name: string, value: string, wanted: string): Error {
  return invalidInput({ what: `${name} is "${value}", but must be ${wanted}.` });
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw invalidSetting('SVC_PORT', text, 'a port number');
  return Number(text);
}

/** Names of address ranges that express supports. */
const ranges: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

const isRange = (entry: string): boolean =>
  ranges.includes(entry) || isIP(entry) !== 0 || (subnetOf(entry)?.bits ?? 0) > 0;

function trustProxyOf(text: string | undefined): number | string | false {
  if (text === undefined || ['', '0', 'false'].includes(text)) return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.every(isRange)) return entries.join(', ');
  const wanted =
    'how many proxies stand before the server, or their addresses and subnets with commas between ("loopback": this machine)';
  throw invalidSetting('SVC_TRUST_PROXY', text, wanted);
}

function publicUrlOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const url = parsedUrl(text);
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)
    return url.origin;
  const what = 'SVC_PUBLIC_URL is not the address of a server.';
  throw invalidInput({
    what,
    hint: 'It looks like https://svc.example.com: http or https, no user, no path.',
  });
}

function logLevelOf(text: string | undefined, form: LogForm): LogLevel {
  // in text form, a line per request would hide more important messages
  if (text === undefined || text === '') return form === 'text' ? 'warn' : 'info';
  if (!levels.includes(text))
    throw invalidSetting('SVC_LOG_LEVEL', text, `one of ${levels.join(', ')}`);
  return text as LogLevel;
}

function logOf(
  { log = isatty(2) ? 'text' : 'json' }: ServerFlags,
  env: HostInfo['env'],
): Pick<ServerSettings, 'log' | 'logLevel'> {
  return { log, logLevel: logLevelOf(env['SVC_LOG_LEVEL'], log) };
}

function metricsTokenOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  // the value is a secret and must not appear in the message
  if (!/^[\x21-\x7e]{16,}$/.test(text)) {
    throw invalidInput({
      what: 'SVC_METRICS_TOKEN must be at least 16 printable ASCII characters without blanks.',
    });
  }
  return text;
}

/** Flags take precedence over the environment, and the environment over defaults. */
export function serverSettings(
  flags: ServerFlags,
  { env, home }: Pick<HostInfo, 'env' | 'home'>,
): ServerSettings {
  const host = flags.host ?? (env['SVC_HOST'] || '127.0.0.1');
  const dev = flags.dev ?? false;
  if (dev && !isLoopback(host)) {
    throw usageError({
      what: `--dev signs people in without a password, so it refuses the address ${host}.`,
      hint: 'Leave --host out, or --dev.',
    });
  }
  const dataDir = resolve(flags.dataDir ?? (env['SVC_DATA_DIR'] || join(home, 'server')));
  return {
    host,
    dev,
    dataDir,
    env: { ...env, SVC_DATA_DIR: dataDir },
    port: flags.port ?? portOf(env['SVC_PORT']) ?? 4873,
    publicUrl: publicUrlOf(env['SVC_PUBLIC_URL']),
    trustProxy: trustProxyOf(env['SVC_TRUST_PROXY']),
    ...logOf(flags, env),
    metricsToken: metricsTokenOf(env['SVC_METRICS_TOKEN']),
  };
}
