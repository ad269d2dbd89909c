import { isIP } from 'node:net';
import { invalidInput } from 'svc-registry/kernel';
import { parsedUrl } from '../../../toolbox/parsed-url.js';
import { proxyExceptions } from '../../../toolbox/proxy-exceptions.js';
import { outboundRefused } from '../contract/errors.js';
import { isPublicAddress } from './public-address.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Names that are only answered inside a network, or on the machine itself. */
const PRIVATE_NAME = /^[^.]*$|\.(localhost|local|internal|svc|home\.arpa|lan)$/;

/** Why a host may not be reached; `undefined` if it may, unless its name resolves to an address that is not public. */
function privateHost(hostname: string): string | undefined {
  const name = hostname.replace(/^\[|\]$|\.$/g, '');
  const inside = isIP(name) === 0 ? PRIVATE_NAME.test(name) : !isPublicAddress(name);
  return inside ? 'it is not an address of the public internet' : undefined;
}

/** Why an address may not be reached; `undefined` if it may, unless its name resolves to an address that is not public. */
function objection({ protocol, port, hostname, username, password }: URL): string | undefined {
  if (username !== '' || password !== '') return 'its address contains a user name or a password';
  if (protocol !== 'https:') return 'it is not an https address';
  if (port !== '') return `port ${port} is not allowed, only 443 is`;
  return privateHost(hostname);
}

function origin(entry: string): string {
  const url = parsedUrl(entry);
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)
    return url.origin;
  throw invalidInput({
    what: `SVC_OUTBOUND_ALLOW has "${entry}", which is not an origin.`,
    hint: 'Write each origin as scheme, host and port: `http://models.internal:8000`.',
  });
}

function allowedOrigins(env: Env): readonly string[] {
  const entries = (env['SVC_OUTBOUND_ALLOW'] ?? '').split(',').map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '').map(origin);
}

export interface Target {
  readonly url: URL;
  /** The operator has allowed this origin: it may be private. */
  readonly exempt: boolean;
}

/** The address to connect to. Fails with `outbound_refused`, or with `invalid_input` for a setting that cannot be used. */
export function checkedTarget(text: string, what: string, env: Env): Target {
  const url = parsedUrl(text);
  if (url === undefined) throw outboundRefused({ what, why: 'its address cannot be parsed' });
  if (allowedOrigins(env).includes(url.origin)) return { url, exempt: true };
  const why = objection(url);
  if (why !== undefined) throw outboundRefused({ what, why });
  return { url, exempt: false };
}

/** The host and port to connect to; whether the port may be used is the caller's to decide. Fails as `checkedTarget` does. */
export function checkedHost(
  { host, port }: { readonly host: string; readonly port: number },
  what: string,
  env: Env,
): Target {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const [url, plain] = ['https', 'http'].map((scheme) => parsedUrl(`${scheme}://${authority}/`));
  if (url === undefined || plain === undefined)
    throw outboundRefused({ what, why: 'its address cannot be parsed' });
  const allowed = allowedOrigins(env);
  if (allowed.includes(url.origin) || allowed.includes(plain.origin)) return { url, exempt: true };
  const why = privateHost(url.hostname);
  if (why !== undefined) throw outboundRefused({ what, why });
  return { url, exempt: false };
}

/** The value of a variable that may be written in lower case, which goes first. */
const proxyVariable = (env: Env, name: string): string =>
  [env[name.toLowerCase()], env[name]].find(Boolean) ?? '';

/** The operator's proxy for a connection; `undefined` where it is direct. Fails with `outbound_refused` for one that cannot be used. */
export function proxyFor(env: Env, { url, exempt }: Target, what: string): URL | undefined {
  const text = proxyVariable(env, 'HTTPS_PROXY');
  const proxied = exempt
    ? text !== '' && !proxyExceptions(proxyVariable(env, 'NO_PROXY'))(url)
    : throughProxy(env, url, what);
  if (!proxied) return undefined;
  const proxy = parsedUrl(text);
  if (proxy !== undefined && /^https?:$/.test(proxy.protocol)) return proxy;
  throw outboundRefused({ what, why: 'HTTPS_PROXY is not an address', hint: 'Correct it.' });
}

/**
 * Whether the request goes through the operator's proxy. A proxy resolves names itself and can often reach the private network, so the
 * operator has to say whether it may be used for this. Hosts of NO_PROXY are no exception to the rules of a direct connection.
 */
export function throughProxy(env: Env, url: URL, what: string): boolean {
  const rule = env['SVC_OUTBOUND_PROXY'] ?? '';
  if (proxyVariable(env, 'HTTPS_PROXY') === '' || rule === 'skip') return false;
  if (proxyExceptions(proxyVariable(env, 'NO_PROXY'))(url)) return false;
  if (rule === 'use') return true;
  throw outboundRefused({
    what,
    why: 'HTTPS_PROXY is set, but SVC_OUTBOUND_PROXY is neither `use` nor `skip`',
    hint: 'Set it to `use` if the proxy decides which hosts may be reached, or to `skip` to connect past the proxy, to public addresses only.',
  });
}
