import { unsupportedAuthorization } from '../module/contract/errors.js';

/** The token of an Authorization header; `undefined` without the header. No other source of tokens is accepted. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header)?.[1];
  if (token === undefined) throw unsupportedAuthorization();
  return token;
}
