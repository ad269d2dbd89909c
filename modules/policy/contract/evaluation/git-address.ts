import { parsedUrl } from '../../../../toolbox/parsed-url.js';

/** A git host in the one form in which hosts are compared, and the part of it that is allowed. */
export interface GitPattern {
  /** Such as `github.com`, with the port where it is not that of https or ssh. */
  readonly host: string;
  /** `<org>`: all its repositories. `<org>/<repo>`: this one. */
  readonly path: string;
}

const DEFAULT_PORTS = new Set(['22', '443']);
/** Besides what no host can have, what could end the host within an address and let another one begin. */
const NO_HOST = /[\s\p{Cc}\p{Cs}@/\\?#%*]/u;
const NO_SEGMENT = /[\s\p{Cc}\p{Cs}@/\\?#%:*]/u;

/** The host as hosts are compared: lower case, internationalised names in ASCII, no default port, no final dot. `null` for what is not a host. */
export function canonicalHost(host: string): string | null {
  if (host === '' || host.length > 260 || NO_HOST.test(host)) return null;
  const url = parsedUrl(`https://${host}/`);
  if (url === undefined) return null;
  const { hostname, port, pathname } = url;
  const name = hostname.replace(/\.$/, '');
  if (name === '' || pathname !== '/') return null;
  return port === '' || DEFAULT_PORTS.has(port) ? name : `${name}:${port}`;
}

/** Only ASCII: the lower case of other letters differs between hosts, and of some it is an ASCII letter. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The path of a repository as paths are compared: decoded, lower case, without `.git` and outer slashes. `null` for what cannot be compared safely. */
export function canonicalPath(path: string): readonly string[] | null {
  const segments = path
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => decoded(segment));
  const last = segments.length - 1;
  const named = segments.map((segment, at) =>
    segment !== null && at === last ? segment.replace(/\.git$/i, '') : segment,
  );
  const sound = named.every(
    (segment) =>
      segment !== null && segment !== '' && !/^\.+$/.test(segment) && !NO_SEGMENT.test(segment),
  );
  return sound ? named.map((segment) => lowerCase(segment ?? '')) : null;
}

/** The pattern in the one form in which patterns are compared; `null` for what is none. */
export function canonicalPattern({ host, path }: GitPattern): GitPattern | null {
  const [known, segments] = [canonicalHost(host), canonicalPath(path)];
  return known === null || segments === null || segments.length > 2
    ? null
    : { host: known, path: segments.join('/') };
}

/** Whether everything that `inner` allows is allowed by `outer`, too. Both are canonical. */
export function covers(outer: GitPattern, inner: GitPattern): boolean {
  return (
    outer.host === inner.host &&
    (outer.path === inner.path || inner.path.startsWith(`${outer.path}/`))
  );
}

/** Whether a repository is one that the canonical patterns allow. An address that cannot be compared safely is not. */
export function isAllowed(
  { host, path }: { readonly host: string; readonly path: string },
  patterns: readonly GitPattern[],
): boolean {
  const [known, segments] = [canonicalHost(host), canonicalPath(path)];
  const [organization = '', repository] = segments ?? [];
  if (known === null || repository === undefined) return false;
  const whole = (segments ?? []).join('/');
  return patterns.some(
    (pattern) => pattern.host === known && [organization, whole].includes(pattern.path),
  );
}
