import { fieldsOf, listOf } from '../../../../../toolbox/type-guards.js';
import { quoted } from '../../../quoted.js';
import { error } from '../finding.js';
import type { Rule } from '../rule.js';
import { holdsSomething } from '../values.js';

const QUEUES = 'feature.split_queues';

/** Entries with their keys: ids of an object, indices of a list. */
const entriesOf = (value: unknown): readonly (readonly [string | number, unknown])[] =>
  value instanceof Map ? [...(value as Map<string, unknown>)] : [...listOf(value).entries()];

/** Rules about queues that are split. */
export const QUEUE_RULES: readonly Rule[] = [
  {
    reads: [QUEUES],
    check: (configuration) =>
      entriesOf(configuration.value(QUEUES)).flatMap(([key, entry]) => {
        const { queue_type: type, message_filter: filter } = fieldsOf(entry);
        return type === 'RMQ' && !holdsSomething(filter)
          ? [
              error(
                [QUEUES, key],
                'A queue of the type RMQ needs a `message_filter`.',
                'Write `"message_filter": {"<header>": "<pattern>"}`.',
              ),
            ]
          : [];
      }),
  },
  {
    reads: [QUEUES],
    check: (configuration) => {
      const first = new Map<unknown, number>();
      return listOf(configuration.value(QUEUES)).flatMap((entry, index) => {
        const id = fieldsOf(entry)['queue_id'];
        const earlier = first.get(id);
        if (earlier === undefined) first.set(id, index);
        return earlier === undefined || typeof id !== 'string'
          ? []
          : [
              error(
                [QUEUES, index, 'queue_id'],
                `The queue ${quoted(id)} stands in \`${QUEUES}[${earlier}]\` already.`,
                'Keep one entry for each queue.',
              ),
            ];
      });
    },
  },
];
