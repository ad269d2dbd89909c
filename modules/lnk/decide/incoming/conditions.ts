import type { Configuration } from '../../config/resolve/configuration.js';
import type { FieldPart } from '../rules.js';
import type { Condition } from './condition.js';

const HTTP = 'feature.network.incoming.http_filter';

const SINGLE = [
  ['header_filter', 'header'],
  ['path_filter', 'path'],
  ['method_filter', 'method'],
  ['header_filter_jq', 'jq'],
] as const satisfies readonly (readonly [string, Condition['kind']])[];

/** How a condition stands in a list, or in `body_filter`. */
interface Written {
  readonly header?: string;
  readonly path?: string;
  readonly method?: string;
  readonly body?: string;
  readonly query?: string;
  readonly matches?: string;
}

export interface ConditionList {
  readonly part: FieldPart;
  /** The answer of one condition that decides the list: `yes` for `any_of`, `no` for `all_of`. */
  readonly decisive: 'yes' | 'no';
  readonly conditions: readonly Condition[];
}

/** The filters that are one condition each. A valid configuration has at most one, or a list. */
export function singleConditions(configuration: Configuration): readonly Condition[] {
  const single = SINGLE.flatMap(([name, kind]): Condition[] => {
    const text = configuration.value(`${HTTP}.${name}`) as string | undefined;
    return text === undefined ? [] : [{ kind, text, part: [`${HTTP}.${name}`] }];
  });
  const body = configuration.value(`${HTTP}.body_filter`) as Written | undefined;
  return body === undefined ? single : [...single, conditionOf(body, [`${HTTP}.body_filter`])];
}

export const conditionLists = (configuration: Configuration): readonly ConditionList[] =>
  (
    [
      ['all_of', 'no'],
      ['any_of', 'yes'],
    ] as const
  ).flatMap(([name, decisive]) => {
    const field = `${HTTP}.${name}`;
    const list = configuration.value(field) as readonly Written[] | undefined;
    if (list === undefined) return [];
    const conditions = list.map((written, index) => conditionOf(written, [field, index]));
    return [{ part: [field] as const, decisive, conditions }];
  });

function conditionOf(written: Written, part: FieldPart): Condition {
  const { header, path, method, query = '', matches } = written;
  if (header !== undefined) return { kind: 'header', text: header, part };
  if (path !== undefined) return { kind: 'path', text: path, part };
  if (method !== undefined) return { kind: 'method', text: method, part };
  if (matches !== undefined) return { kind: 'body', text: `${query} matches ${matches}`, part };
  return { kind: 'jq', text: query, part };
}
