import { invalidInput } from 'svc-registry/kernel';
import { parsedUrl } from '../../toolbox/parsed-url.js';
import { proxyExceptions } from '../../toolbox/proxy-exceptions.js';

type Env = Readonly<Record<string, string | undefined>>;

/** A proxy that the environment names. */
export interface Proxy {
  /** `scheme://host:port`, without user and password. */
  readonly origin: string;
  /** Value of `Proxy-Authorization`. */
  readonly authorization: string | undefined;
  /** The variable that names it. */
  readonly variable: string;
}

/** The message omits the value, which may contain a password. */
function unusable(variable: string, why: string): Error {
  return invalidInput({
    what: `${variable} ${why}.`,
    hint: `Set ${variable} to an address such as http://proxy.example.com:3128.`,
  });
}

function authorizationOf({ username, password }: URL, variable: string): string | undefined {
  if (username === '' && password === '') return undefined;
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials).toString('base64')}`;
  } catch {
    throw unusable(
      variable,
      'has a "%" in its user or password that is not an escape; write it as "%25"',
    );
  }
}

function proxyOf(variable: string, value: string): Proxy {
  const address = value.includes('://') ? value : `http://${value}`;
  const url = parsedUrl(address);
  if (url === undefined) throw unusable(variable, 'is not the address of a proxy');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw unusable(
      variable,
      `names a proxy for "${url.protocol}//", but only http and https proxies can be used`,
    );
  return { origin: url.origin, authorization: authorizationOf(url, variable), variable };
}

/** The first of the variables that is set, with its value. */
function firstSet(env: Env, names: readonly string[]): readonly [string, string] | undefined {
  const name = names.find((candidate) => (env[candidate] ?? '') !== '');
  return name === undefined ? undefined : [name, env[name] ?? ''];
}

/**
 * CGI web servers pass a request's `Proxy` header to programs as HTTP_PROXY, where an attacker can set it; there, only the lower-case variable
 * is read.
 */
const httpNames = (env: Env): string[] => [
  'http_proxy',
  ...(env['REQUEST_METHOD'] === undefined ? ['HTTP_PROXY'] : []),
];

/** Chooses the proxy for a target; `undefined` for a direct connection. Throws when a configured proxy is invalid. */
export function proxyChoice(env: Env): (target: URL) => Proxy | undefined {
  const [http, https] = [httpNames(env), ['https_proxy', 'HTTPS_PROXY']].map((names) => {
    const set = firstSet(env, names);
    return set === undefined ? undefined : proxyOf(...set);
  });
  const isException = proxyExceptions(firstSet(env, ['no_proxy', 'NO_PROXY'])?.[1] ?? '');
  return (target) =>
    isException(target) ? undefined : target.protocol === 'https:' ? https : http;
}
