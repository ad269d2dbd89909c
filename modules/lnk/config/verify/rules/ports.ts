import { listOf } from '../../../../../toolbox/type-guards.js';
import { error, warning, type Finding } from '../finding.js';
import type { Rule } from '../rule.js';
import { listAt } from '../values.js';

const INCOMING = 'feature.network.incoming';
const MAPPING = `${INCOMING}.port_mapping`;
const LISTEN = `${INCOMING}.listen_ports`;
const PORTS = `${INCOMING}.ports`;
const IGNORE = `${INCOMING}.ignore_ports`;
const FILTER_PORTS = `${INCOMING}.http_filter.ports`;

interface Pairs {
  readonly field: string;
  /** What the first and the second port of a pair are. */
  readonly sides: readonly [string, string];
}

const PAIRS: readonly Pairs[] = [
  { field: MAPPING, sides: ['remote', 'local'] },
  { field: LISTEN, sides: ['requested', 'opened'] },
];

function duplicates({ field, sides }: Pairs): Rule {
  return {
    reads: [field],
    check: (configuration) =>
      sides.flatMap((side, position) => {
        const first = new Map<number, number>();
        return listAt(configuration, field).flatMap((pair, index): readonly Finding[] => {
          const port = listOf(pair)[position];
          if (typeof port !== 'number') return [];
          const earlier = first.get(port);
          if (earlier === undefined) first.set(port, index);
          return earlier === undefined
            ? []
            : [
                error(
                  [field, index, position],
                  `The ${side} port ${port} of \`${field}[${index}]\` stands in \`${field}[${earlier}]\` already.`,
                  `Keep one pair for each ${side} port: a pair is \`[${sides.join(', ')}]\`.`,
                ),
              ];
        });
      }),
  };
}

const toItself = ({ field, sides }: Pairs): Rule => ({
  reads: [field],
  check: (configuration) =>
    listAt(configuration, field).flatMap((pair, index) => {
      const [left, right] = listOf(pair);
      return left === right && typeof left === 'number'
        ? [
            warning(
              [field, index],
              `\`${field}[${index}]\` maps the port ${left} to itself, which has no effect.`,
              `Remove the pair, or change a port: a pair is \`[${sides.join(', ')}]\`.`,
            ),
          ]
        : [];
    }),
});

const PORT_0 = 'Port 0 is no port that traffic can come to.';
const POSITIVE = 'Write a port from 1 to 65535.';

/** Each port of a field with its place in the value. */
const zeros = (value: readonly unknown[]): (readonly number[])[] =>
  value.flatMap((entry, index) => {
    if (entry === 0) return [[index]];
    return listOf(entry).flatMap((port, position) => (port === 0 ? [[index, position]] : []));
  });

const portZero = (field: string): Rule => ({
  reads: [field],
  check: (configuration) =>
    zeros(listAt(configuration, field)).map((within) =>
      field === IGNORE
        ? warning([field, ...within], PORT_0, 'Remove it.')
        : error([field, ...within], PORT_0, POSITIVE),
    ),
});

/** Rules about ports of incoming traffic. */
export const PORT_RULES: readonly Rule[] = [
  {
    reads: [IGNORE, PORTS],
    check: (configuration) =>
      listAt(configuration, IGNORE).length > 0 && configuration.isSet(PORTS)
        ? error(
            IGNORE,
            '`ports` and `ignore_ports` cannot be given together: `ports` already leaves out every other port.',
            'Keep one of them.',
          )
        : undefined,
  },
  ...PAIRS.map(duplicates),
  ...PAIRS.map(toItself),
  ...[MAPPING, LISTEN, PORTS, IGNORE, FILTER_PORTS].map(portZero),
];
