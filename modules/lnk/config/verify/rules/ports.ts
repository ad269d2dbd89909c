import { listOf } from '../../../../../toolbox/type-guards.js';
import { error, warning, type Finding } from '../finding.js';
import type { Rule } from '../rule.js';
import { listAt } from '../values.js';

const INCOMING = 'feature.network.incoming';
const MAPPING = `${INCOMING}.port_mapping`;
const LISTEN = `${INCOMING}.listen_ports`;
const PORTS = `${INCOMING}.ports`;
const IGNORE = `${INCOMING}.ignore_ports`;

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
  {
    reads: [IGNORE],
    check: (configuration) =>
      [...listAt(configuration, IGNORE).entries()]
        .filter(([, port]) => port === 0)
        .map(([index]) =>
          warning([IGNORE, index], 'Port 0 is no port that traffic can come to.', 'Remove it.'),
        ),
  },
];
