import { comparable } from '../../addresses/host-name.js';
import { listed } from '../listed.js';
import { partName } from '../rules.js';
import { whereOf, type FilterEntry, type Side } from './filter-entry.js';

/** An entry with where it stands: `db:80 (feature.network.dns.filter.local[0])`. */
export const entryText = ({ text, part }: FilterEntry): string => `${text} (${partName(part)})`;

/** Entries that decide otherwise when a name resolves to a certain address. */
export function resolvingNotes(
  entries: readonly FilterEntry[],
  asked: { readonly host: string; readonly side: Side; readonly resolvedAt: Side },
): readonly string[] {
  const { host, side, resolvedAt } = asked;
  const named = entries.filter(({ match }) => match === 'name-of-filter').map(entryText);
  const subnets = entries.filter(({ match }) => match === 'name-of-host').map(entryText);
  const notes: string[] = [];
  // the names of a list are resolved where its connections are made
  if (named.length > 0)
    notes.push(
      `It is ${side} instead if one of these names resolves to ${host} ${whereOf(side)}: ${listed(named)}.`,
    );
  if (subnets.length > 0)
    notes.push(
      `It is ${side} instead if ${host} resolves, ${whereOf(resolvedAt)}, to an address in one of these: ${listed(subnets)}.`,
    );
  return notes;
}

/** Entries that people expect to cover subdomains. */
export function subdomainNotes(entries: readonly FilterEntry[], host: string): readonly string[] {
  const name = comparable(host);
  const parents = entries.filter(
    ({ filter }) => filter.host.kind === 'name' && isBelow(name, comparable(filter.host.name)),
  );
  return parents.length === 0
    ? []
    : [`Names must be equal, so ${host} is not covered by ${listed(parents.map(entryText))}.`];
}

const isBelow = (name: string, parent: string): boolean =>
  name.endsWith(parent.startsWith('.') ? parent : `.${parent}`);
