import { sandboxSettingInvalid } from '../contract/errors.js';
import type { OutboundHost } from '../../outbound/contract/index.js';
import { parsedUrl } from '../../../toolbox/parsed-url.js';

/** One host, or the subdomains of one, with one port. */
export interface HostRule {
  readonly host: string;
  readonly subdomains: boolean;
  readonly port: number;
}

const HTTPS = 443;

const AUTHORITY = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\%*]+)(?::(\d{1,5}))?$/i;

/** A host in the spelling that is compared and connected to, without brackets; `undefined` for text that is not exactly a host and a port. */
export function parseAuthority(text: string, port?: number): OutboundHost | undefined {
  const [, name = '', digits] = AUTHORITY.exec(text) ?? [];
  const chosen = digits === undefined ? port : Number(digits);
  const host = parsedUrl(`https://${name}/`)?.hostname.replace(/^\[|\]$|\.$/g, '') ?? '';
  // no label at its end is empty
  const isHost = /[^.]$/.test(host);
  if (!isHost || chosen === undefined || chosen < 1 || chosen > 65_535) return undefined;
  return { host, port: chosen };
}

/** Reads `<host>`, `<host>:<port>` or the same with `*.` in front of the host. Throws `sandbox_setting_invalid`. */
export function parseHostRule(text: string): HostRule {
  const subdomains = text.startsWith('*.');
  const parsed = parseAuthority(subdomains ? text.slice(2) : text, HTTPS);
  if (parsed !== undefined) return { ...parsed, subdomains };
  throw sandboxSettingInvalid({
    what: `"${text}" is not a host that a sandbox can be allowed to connect to.`,
    hint: 'Write it as `example.org`, `example.org:8443` or `*.example.org`.',
  });
}

/** The rules of a list with commas, as SVC_SANDBOX_HOSTS has it. */
export const parseHostList = (text: string): readonly HostRule[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseHostRule);

export const allows = (rules: readonly HostRule[], { host, port }: OutboundHost): boolean =>
  rules.some(
    (rule) =>
      rule.port === port && (rule.subdomains ? host.endsWith(`.${rule.host}`) : host === rule.host),
  );
