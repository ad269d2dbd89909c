import { enumerated } from '../../enumerated.js';
import { fieldsOf } from '../../../../../toolbox/type-guards.js';
import { error, type Finding } from '../finding.js';
import type { Rule } from '../rule.js';
import { listAt, membersAt } from '../values.js';

const HTTP = 'feature.network.incoming.http_filter';
const TEXTS = ['header_filter', 'path_filter', 'method_filter', 'header_filter_jq'];
const LISTS = ['all_of', 'any_of'];
const FILTERS = [...TEXTS, 'body_filter', ...LISTS];
const CONDITIONS = ['header', 'path', 'method', 'query', 'matches'];

const at = (name: string): string => `${HTTP}.${name}`;

const REMOVE_EMPTY = 'Write what it must match, or remove it.';

const emptyText = (name: string): Rule => ({
  reads: [at(name)],
  check: (configuration) =>
    configuration.value(at(name)) === ''
      ? error(at(name), `\`${at(name)}\` is empty, so that it matches everything.`, REMOVE_EMPTY)
      : undefined,
});

const emptyList = (name: string): Rule => ({
  reads: [at(name)],
  check: (configuration) =>
    configuration.isSet(at(name)) && listAt(configuration, at(name)).length === 0
      ? error(
          at(name),
          `\`${at(name)}\` has no condition.`,
          'Add one such as `{"path": "^/orders"}`, or remove the list.',
        )
      : undefined,
});

const emptyConditions = (name: string): Rule => ({
  reads: [at(name)],
  check: (configuration) =>
    listAt(configuration, at(name)).flatMap((entry, index) =>
      CONDITIONS.filter((key) => fieldsOf(entry)[key] === '').map((key) =>
        error(
          [at(name), index, key],
          `\`${at(name)}[${index}].${key}\` is empty, so that it matches everything.`,
          REMOVE_EMPTY,
        ),
      ),
    ),
});

/** Rules about `feature.network.incoming.http_filter`. */
export const HTTP_FILTER_RULES: readonly Rule[] = [
  {
    reads: FILTERS.map(at),
    check: (configuration): Finding | undefined => {
      const given = FILTERS.filter((name) => configuration.isSet(at(name)));
      const [, second] = given;
      if (second === undefined) return undefined;
      const names = given.map((name) => `\`${name}\``);
      return error(
        at(second),
        `Of the HTTP filters only one can be given, and there are ${enumerated(names)}.`,
        'Combine them as conditions of `all_of` or `any_of`.',
      );
    },
  },
  ...TEXTS.map(emptyText),
  ...LISTS.flatMap((name) => [emptyList(name), emptyConditions(name)]),
  {
    reads: [at('body_filter')],
    check: (configuration) =>
      ['query', 'matches']
        .filter((key) => membersAt(configuration, at('body_filter'))[key] === '')
        .map((key) =>
          error(
            [at('body_filter'), key],
            `\`${at('body_filter')}.${key}\` is empty.`,
            REMOVE_EMPTY,
          ),
        ),
  },
];
