import type { Subnet } from '../../../toolbox/subnet.js';

/** The hosts that a filter is about. A single address is a subnet of one. */
export type FilterHost =
  | { readonly kind: 'any' }
  | { readonly kind: 'name'; readonly name: string }
  | ({ readonly kind: 'subnet' } & Subnet);
