import type { Configuration } from '../../config/resolve/configuration.js';
import { partName, type FieldPart } from '../rules.js';

const MAPPING = 'feature.network.incoming.port_mapping';
const LISTEN = 'feature.network.incoming.listen_ports';

/** The local port that belongs to a port of the target. */
export interface PortMapping {
  /** What the process asks for. */
  readonly localPort: number;
  /** A pair that takes the local port of the same number for another port of the target, so that no local port belongs to this one. */
  readonly takenBy?: { readonly part: FieldPart; readonly remotePort: number };
  /** What people should know about the numbers: full sentences. */
  readonly notes: readonly string[];
}

type Pairs = readonly (readonly [number, number])[];

export function portMapping(configuration: Configuration, port: number): PortMapping {
  const pairs = (configuration.value(MAPPING) ?? []) as Pairs;
  const own = pairs.findIndex(([remote]) => remote === port);
  const localPort = pairs[own]?.[1] ?? port;
  const notes = [
    ...(own < 0
      ? []
      : [`Port ${port} of the target is port ${localPort} here (${partName([MAPPING, own])}).`]),
    ...listenNotes(configuration, localPort),
  ];
  const other = own < 0 ? pairs.findIndex(([, local]) => local === port) : -1;
  const remotePort = pairs[other]?.[0];
  if (remotePort === undefined) return { localPort, notes };
  return { localPort, takenBy: { part: [MAPPING, other], remotePort }, notes };
}

function listenNotes(configuration: Configuration, localPort: number): readonly string[] {
  const pairs = (configuration.value(LISTEN) ?? []) as Pairs;
  const index = pairs.findIndex(([asked]) => asked === localPort);
  const [, bound] = pairs[index] ?? [];
  return bound === undefined
    ? []
    : [
        `A process that asks for port ${localPort} really listens on ${bound} (${partName([LISTEN, index])}).`,
      ];
}
