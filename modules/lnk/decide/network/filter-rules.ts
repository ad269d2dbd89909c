import { invalidInput } from 'svc-registry/kernel';
import type { AddressFilter } from '../../addresses/address-filter.js';
import { matchAddress, type AskedHost } from '../../addresses/match-address.js';
import type { Configuration } from '../../config/resolve/configuration.js';
import type { AppliedRule } from '../first-rules.js';
import { fieldRule, listRules, partName, type FieldPart } from '../rules.js';
import type { FilterEntry, Side } from './filter-entry.js';

/** What a filter of addresses is asked. */
export interface FilterQuestion {
  readonly configuration: Configuration;
  readonly field: 'feature.network.outgoing.filter' | 'feature.network.dns.filter';
  readonly read: (text: string) => AddressFilter | string;
  readonly asked: AskedHost;
  /** What the answer of the list depends on when none of its entries matches. */
  readonly notes: (entries: readonly FilterEntry[], side: Side) => readonly string[];
}

type Lists = Readonly<Partial<Record<Side, readonly string[]>>>;

/** The rules of a filter: an entry that covers what is asked about, and the list for everything else. Throws `invalid_input` for an entry that cannot be read. */
export function filterRules(question: FilterQuestion): readonly AppliedRule<Side>[] {
  const { configuration, field } = question;
  const lists = configuration.value(field) as Lists | undefined;
  const side = (['local', 'remote'] as const).find((name) => lists?.[name] !== undefined);
  if (side === undefined) return [];
  const entries = (lists?.[side] ?? []).map((text, index) =>
    readEntry(question, [field, side, index], text),
  );
  const hits = entries
    .filter(({ match }) => match === 'yes')
    .map(({ part, text }) => coveredBy(question, part, { side, text }));
  return listRules({ size: entries.length, hits, otherwise: otherwise(question, side, entries) });
}

function readEntry({ read, asked }: FilterQuestion, part: FieldPart, text: string): FilterEntry {
  const filter = read(text);
  if (typeof filter === 'string')
    throw invalidInput({
      what: `\`${partName(part)}\` cannot be used: ${filter}.`,
      hint: 'Run `lnk config verify` to see every problem of the configuration.',
    });
  return { part, text, filter, match: matchAddress(filter, asked) };
}

const coveredBy = (
  { configuration }: FilterQuestion,
  part: FieldPart,
  { side, text }: { readonly side: Side; readonly text: string },
): AppliedRule<Side> =>
  fieldRule(configuration, part, {
    verdict: side,
    reason: `is covered by ${text || 'every address'}`,
  });

function otherwise(
  { configuration, field, notes }: FilterQuestion,
  side: Side,
  entries: readonly FilterEntry[],
): AppliedRule<Side> {
  return fieldRule(configuration, [field, side], {
    verdict: side === 'local' ? 'remote' : 'local',
    reason: entries.length === 0 ? 'the list has no entry' : 'is covered by no entry of the list',
    notes: notes(entries, side),
  });
}
