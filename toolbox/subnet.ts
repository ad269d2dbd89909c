import { isIP } from 'node:net';

/** A range of addresses: `10.0.0.0/8`, `fd00::/8`. */
export interface Subnet {
  readonly address: string;
  /** The length of the prefix in bits. */
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Parses a subnet; `undefined` when the text is not one. */
export function subnetOf(text: string): Subnet | undefined {
  const [, address = '', digits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  const bits = Number(digits);
  if (version === 0 || bits > (version === 6 ? 128 : 32)) return undefined;
  return { address, bits, family: version === 6 ? 'ipv6' : 'ipv4' };
}
