import type { Capability } from '../../engine/report.js';

/** The capabilities that only one of two versions has. */
export interface CapabilityDifference {
  readonly added: readonly Capability[];
  readonly removed: readonly Capability[];
}

export function differenceOf(
  before: readonly Capability[],
  after: readonly Capability[],
): CapabilityDifference {
  return { added: missingIn(before, after), removed: missingIn(after, before) };
}

function missingIn(
  known: readonly Capability[],
  all: readonly Capability[],
): readonly Capability[] {
  const keyOf = ({ kind, value }: Capability): string => `${kind} ${value}`;
  const keys = new Set(known.map(keyOf));
  return all.filter((one) => !keys.has(keyOf(one)));
}
