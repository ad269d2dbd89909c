/** The cookies of pages. On https, the prefix `__Host-` makes the browser withhold them from other hosts and from plain http. */
export type CookieName = 'session' | 'visit' | 'notice';

export interface Cookie {
  readonly name: CookieName;
  /** Letters, digits and `._-` only; an empty value removes the cookie. */
  readonly value: string;
  /** Seconds that the browser keeps the cookie; without it, until the browser is closed. */
  readonly maxAge?: number;
}

const nameOf = (name: CookieName, secure: boolean): string =>
  `${secure ? '__Host-' : ''}svc_${name}`;

/** The value of a cookie; `undefined` also for a duplicate, because another site may have set one of them. */
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

/** A `Set-Cookie` header. Scripts cannot read the cookie; requests from other sites carry it only for links, never for forms. */
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
