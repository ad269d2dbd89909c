import { listOf } from '../../../../../toolbox/type-guards.js';
import type { Configuration } from '../../resolve/configuration.js';
import { error, warning } from '../finding.js';
import type { Rule } from '../rule.js';
import { membersAt } from '../values.js';

const OUTGOING = 'feature.network.outgoing.filter';
const DNS = 'feature.network.dns.filter';
const DNS_ENABLED = 'feature.network.dns.enabled';
const SIDES = ['local', 'remote'] as const;

const isDnsOff = (configuration: Configuration): boolean =>
  configuration.value(DNS_ENABLED) === false;

const givenSides = (configuration: Configuration, field: string) =>
  SIDES.filter((side) => membersAt(configuration, field)[side] !== undefined);

const emptySide = (configuration: Configuration, field: string) =>
  givenSides(configuration, field).find(
    (side) => listOf(membersAt(configuration, field)[side]).length === 0,
  );

/** Rules about the filters of outgoing connections and of names. */
export const ADDRESS_RULES: readonly Rule[] = [
  {
    reads: [OUTGOING],
    check: (configuration) => {
      const side = emptySide(configuration, OUTGOING);
      return side === undefined
        ? undefined
        : error(
            [OUTGOING, side],
            `\`${OUTGOING}.${side}\` is empty.`,
            side === 'local'
              ? 'Add an address, or remove the filter: without it no connection stays local.'
              : 'Add an address, or write `"outgoing": false` to keep all connections local.',
          );
    },
  },
  {
    reads: [DNS],
    check: (configuration) => {
      const side = emptySide(configuration, DNS);
      return side === undefined
        ? undefined
        : warning(
            [DNS, side],
            `\`${DNS}.${side}\` is empty, so that every name is resolved ${side === 'local' ? 'in the target' : 'locally'}.`,
            'Add a name, or remove the filter.',
          );
    },
  },
  {
    reads: [DNS, DNS_ENABLED],
    check: (configuration) =>
      configuration.isSet(DNS) && isDnsOff(configuration)
        ? warning(
            DNS,
            `\`${DNS}\` has no effect, as \`${DNS_ENABLED}\` is \`false\`.`,
            'Remove the filter, or `"enabled": false`.',
          )
        : undefined,
  },
  {
    reads: [OUTGOING, DNS_ENABLED],
    check: (configuration) =>
      membersAt(configuration, OUTGOING)['remote'] !== undefined && isDnsOff(configuration)
        ? warning(
            [OUTGOING, 'remote'],
            `Names in \`${OUTGOING}.remote\` may not be found, as \`${DNS_ENABLED}\` is \`false\` and names are resolved locally.`,
            'Enable DNS, or write IP addresses.',
          )
        : undefined,
  },
];
