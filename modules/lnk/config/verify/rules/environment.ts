import { fieldsOf, isRecord, listOf } from '../../../../../toolbox/type-guards.js';
import { quoted } from '../../../quoted.js';
import { error, warning } from '../finding.js';
import type { Rule } from '../rule.js';
import { listAt, mapAt } from '../values.js';

const INCLUDE = 'feature.env.include';
const EXCLUDE = 'feature.env.exclude';
const OVERRIDE = 'feature.env.override';
const UNSET = 'feature.env.unset';
const BRANCHES = 'feature.db_branches';

/** Sources whose texts name variables of the container. */
const VARIABLES = new Set<unknown>([undefined, 'env', 'env_from']);

/** Names of variables in a connection of a branch: its texts, and `variable` of the objects in it. */
function variablesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(variablesOf);
  if (value instanceof Map) return [...value.values()].flatMap(variablesOf);
  if (!isRecord(value)) return [];
  const { type, variable, ...rest } = value;
  const named = typeof variable === 'string' ? [variable] : [];
  if (named.length > 0 || !VARIABLES.has(type)) return named;
  return Object.values(rest).flatMap(variablesOf);
}

/** Rules about variables. */
export const ENVIRONMENT_RULES: readonly Rule[] = [
  {
    reads: [INCLUDE, EXCLUDE],
    check: (configuration) =>
      configuration.isSet(INCLUDE) && configuration.isSet(EXCLUDE)
        ? error(
            EXCLUDE,
            `\`${INCLUDE}\` and \`${EXCLUDE}\` cannot be given together: each of them alone says which variables come from the target.`,
            'Keep one of them.',
          )
        : undefined,
  },
  {
    reads: [OVERRIDE, UNSET],
    check: (configuration) =>
      listAt(configuration, UNSET).flatMap((name, index) =>
        typeof name === 'string' && mapAt(configuration, OVERRIDE).has(name)
          ? [
              warning(
                [UNSET, index],
                `The variable ${quoted(name)} gets a value by \`${OVERRIDE}\` and is removed by \`${UNSET}\`, so that it is not there.`,
                'Keep one of them.',
              ),
            ]
          : [],
      ),
  },
  {
    reads: [OVERRIDE, BRANCHES],
    check: (configuration) => {
      const override = mapAt(configuration, OVERRIDE);
      const used = new Set(
        listOf(configuration.value(BRANCHES)).flatMap((branch) =>
          variablesOf(fieldsOf(branch)['connection']),
        ),
      );
      return [...override.keys()]
        .filter((name) => used.has(name))
        .map((name) =>
          error(
            [OVERRIDE, name],
            `The variable ${quoted(name)} is the connection of a database branch, and \`${OVERRIDE}\` replaces it.`,
            `Remove it from \`${OVERRIDE}\`: the branch sets it.`,
          ),
        );
    },
  },
];
