import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { RequestInit } from 'undici';
import { isPublicAddress } from './public-address.js';

/** The largest header block that is read, in bytes. */
const HEADER_BYTES = 16 * 1024;

export interface AddressRules {
  /** The error for a name that has an address which may not be reached. */
  readonly refusal: () => Error;
  readonly resolve?: typeof lookup;
  readonly accepts?: (address: string) => boolean;
}

/**
 * Answers only if every address of the name may be reached. The socket connects to an address of this answer, so a name that resolves to
 * something else a moment later gains nothing.
 */
export function checkedLookup(rules: AddressRules): LookupFunction {
  const { refusal, resolve = lookup, accepts = isPublicAddress } = rules;
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) callback(error, []);
      else if (!addresses.every(({ address }) => accepts(address))) callback(refusal(), []);
      else callback(null, addresses);
    });
  };
}

/** A `fetch` that connects directly, to addresses that the rules accept, and keeps no connection open. */
export async function pinnedFetch(rules: AddressRules): Promise<typeof globalThis.fetch> {
  const { Agent, fetch } = await import('undici');
  const connect = { lookup: checkedLookup(rules), autoSelectFamily: true };
  const dispatcher = new Agent({ connect, maxHeaderSize: HEADER_BYTES, pipelining: 0 });
  const send = (url: URL, init: RequestInit) => fetch(url, { ...init, dispatcher });
  return send as unknown as typeof globalThis.fetch;
}
