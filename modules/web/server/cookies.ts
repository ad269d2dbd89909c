/** The cookies of pages. On https the browser itself keeps them from other hosts and from plain http: `__Host-`. */
export type CookieName = 'session' | 'visit' | 'notice';

export interface Cookie {
  readonly name: CookieName;
  /** Letters, digits and `._-` only; empty removes it. */
  readonly value: string;
  /** Seconds that the browser keeps it; without it until the browser ends. */
  readonly maxAge?: number;
}

const nameOf = (name: CookieName, secure: boolean): string =>
  `${secure ? '__Host-' : ''}svc_${name}`;

/** The value of a cookie; `undefined` also when it is there twice, because one of them is somebody else's. */
export function readCookie(
  header: string | null,
  name: CookieName,
  secure: boolean,
): string | undefined {
  const start = `${nameOf(name, secure)}=`;
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const [value, ...more] = pairs
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
  return more.length === 0 && value !== undefined && /^[\w.-]{1,1000}$/.test(value)
    ? value
    : undefined;
}

/** A `Set-Cookie` header. No script sees the cookie; other sites send it with links only, never with forms. */
export function writeCookie({ name, value, maxAge }: Cookie, secure: boolean): string {
  const age = value === '' ? 0 : maxAge;
  return [
    `${nameOf(name, secure)}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
    ...(age === undefined ? [] : [`Max-Age=${age}`]),
  ].join('; ');
}
