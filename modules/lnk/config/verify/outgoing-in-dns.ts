import { readAddressFilter } from '../../addresses/address-filter.js';
import { quoted } from '../../quoted.js';
import { warning, type Finding } from './finding.js';

/** A filter with one of its two lists. */
export interface Sides {
  readonly local?: readonly string[] | undefined;
  readonly remote?: readonly string[] | undefined;
}

export interface DnsOfOutgoing {
  /** `feature.network.dns.filter` with the names added; `undefined` when it stays as it is. */
  readonly filter: Sides | undefined;
  /** The entries that were added, in their order. */
  readonly added: readonly string[];
  /** A warning for names that both filters have on opposite sides. */
  readonly warning: Finding | undefined;
}

interface Filters {
  readonly outgoing: Sides | undefined;
  readonly dns: Sides | undefined;
  readonly isDnsEnabled: boolean;
}

const UNCHANGED: DnsOfOutgoing = { filter: undefined, added: [], warning: undefined };

/**
 * Names of `feature.network.outgoing.filter` must be resolved where their connections are made, so they are added to
 * `feature.network.dns.filter`. A filter of names that has the other list is left alone.
 */
export function outgoingInDns({ outgoing, dns, isDnsEnabled }: Filters): DnsOfOutgoing {
  const side = sideOf(outgoing);
  if (!isDnsEnabled || side === undefined) return UNCHANGED;
  const names = [...new Set(entriesOf(outgoing, side).filter(isName))];
  const dnsSide = sideOf(dns);
  if (dnsSide === undefined)
    // without a filter every name is resolved in the target already
    return side === 'local' ? added(side, [], names) : UNCHANGED;
  const entries = entriesOf(dns, dnsSide);
  if (dnsSide === side) return added(side, entries, names);
  const both = names.filter((name) => entries.includes(name));
  return { ...UNCHANGED, warning: overlap(side, dnsSide, both) };
}

type Side = 'local' | 'remote';

const entriesOf = (sides: Sides | undefined, side: Side): readonly string[] => sides?.[side] ?? [];

const sideOf = (sides: Sides | undefined): Side | undefined =>
  (['local', 'remote'] as const).find((side) => sides?.[side] !== undefined);

/** `db.internal` and `db.internal:5432`; entries with a protocol are about connections only. */
function isName(entry: string): boolean {
  const filter = entry.includes('://') ? undefined : readAddressFilter(entry);
  return typeof filter === 'object' && filter.host.kind === 'name';
}

function added(side: Side, entries: readonly string[], names: readonly string[]): DnsOfOutgoing {
  const missing = names.filter((name) => !entries.includes(name));
  return missing.length === 0
    ? UNCHANGED
    : { filter: { [side]: [...entries, ...missing] }, added: missing, warning: undefined };
}

function overlap(side: Side, dnsSide: Side, names: readonly string[]): Finding | undefined {
  const [first] = names;
  if (first === undefined) return undefined;
  const verb = names.length === 1 ? 'stands' : 'stand';
  return warning(
    ['feature.network.dns.filter', dnsSide],
    `${names.map(quoted).join(', ')} ${verb} in \`outgoing.filter.${side}\` and in \`dns.filter.${dnsSide}\`: the name is resolved on one side and the connection made on the other.`,
    'Write the names in the same list of both filters.',
  );
}
