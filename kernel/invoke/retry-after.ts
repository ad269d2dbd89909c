/**
 * The seconds of a `Retry-After` header (RFC 9110, section 10.2.3), at least 0: a number, or a date, which is compared with the server's own
 * `Date` where it tells it, since clocks differ. `undefined` when there is none or it says neither.
 */
export function retryAfter(headers: Headers, now: Date): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const [until, from] = [Date.parse(value), Date.parse(headers.get('date') ?? '')];
  // a date has letters; what else the parser takes, such as "-5", is not a date
  if (Number.isNaN(until) || !/[a-z]/i.test(value)) return undefined;
  return Math.max(0, Math.ceil((until - (Number.isNaN(from) ? now.getTime() : from)) / 1000));
}
