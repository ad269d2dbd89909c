/**
 * The seconds of a `Retry-After` header (RFC 9110, section 10.2.3), at least 0: a number or a date. A date is compared with the response's own
 * `Date` header if there is one, since clocks differ. `undefined` for a missing or invalid header.
 */
export function retryAfter(headers: Headers, now: Date): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const [until, from] = [Date.parse(value), Date.parse(headers.get('date') ?? '')];
  // a date contains letters; the parser also accepts texts such as "-5", which are not dates
  if (Number.isNaN(until) || !/[a-z]/i.test(value)) return undefined;
  return Math.max(0, Math.ceil((until - (Number.isNaN(from) ? now.getTime() : from)) / 1000));
}
