import { outgoingInDns, type Sides } from '../verify/outgoing-in-dns.js';
import type { Finding } from '../verify/finding.js';
import type { ResolvedConfiguration } from './resolved-configuration.js';

const OUTGOING = 'feature.network.outgoing.filter';
const DNS = 'feature.network.dns.filter';

export interface WithNames {
  readonly configuration: ResolvedConfiguration;
  /** A name that the two filters have on opposite sides. */
  readonly warning: Finding | undefined;
}

/** The configuration with the host names of `outgoing.filter` in `dns.filter`; each has the source of the entry that it comes from. */
export function withNamesInDns(configuration: ResolvedConfiguration): WithNames {
  if (configuration.isBroken(OUTGOING) || configuration.isBroken(DNS))
    return { configuration, warning: undefined };
  const outgoing = configuration.value(OUTGOING) as Sides | undefined;
  const { filter, added, warning } = outgoingInDns({
    outgoing,
    dns: configuration.value(DNS) as Sides | undefined,
    isDnsEnabled: configuration.value('feature.network.dns.enabled') !== false,
  });
  if (filter === undefined) return { configuration, warning };
  const side = filter.local === undefined ? 'remote' : 'local';
  const sources = added.map((name) =>
    configuration.source(OUTGOING, side, outgoing?.[side]?.indexOf(name) ?? 0),
  );
  const [own] = configuration.offersOf(DNS);
  const source = own?.source ?? configuration.source(OUTGOING, side);
  const offer = { ...own, value: filter, source, added: { side, sources } };
  return { configuration: configuration.with(DNS, [offer]), warning };
}
