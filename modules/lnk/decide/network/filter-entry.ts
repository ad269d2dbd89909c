import type { AddressFilter } from '../../addresses/address-filter.js';
import type { AddressMatch } from '../../addresses/match-address.js';
import type { FieldPart } from '../rules.js';

/** Where a connection is made or a name is resolved. */
export type Side = 'local' | 'remote';

/** An entry of a filter, compared with what is asked about. */
export interface FilterEntry {
  readonly part: FieldPart;
  readonly text: string;
  readonly filter: AddressFilter;
  readonly match: AddressMatch;
}

/** A side as the end of a sentence. */
export const whereOf = (side: Side): string =>
  side === 'local' ? 'on this machine' : 'in the target';
