import type { Configuration } from '../../config/resolve/configuration.js';
import { fieldRule } from '../rules.js';
import type { EnvironmentRule, VariableQuestion } from './variable-question.js';

const UNSET = 'feature.env.unset';
const OVERRIDE = 'feature.env.override';
const MAPPING = 'feature.env.mapping';
const ENV_FILE = 'feature.env.env_file';
const AWS = 'feature.magic.aws';

/** The variable is not there for the process. */
export const unsetRules = ({ configuration, name }: VariableQuestion): readonly EnvironmentRule[] =>
  unsetNames(configuration).flatMap((entry, index) =>
    entry === name
      ? [fieldRule(configuration, [UNSET, index], { verdict: 'removed', reason: 'is named' })]
      : [],
  );

/** The profile of the user's own credentials, which `~/.aws` no longer has either. */
export const awsRules = ({ configuration, name }: VariableQuestion): readonly EnvironmentRule[] =>
  name === 'AWS_PROFILE' && configuration.value(AWS) === true
    ? [fieldRule(configuration, [AWS], { verdict: 'removed', reason: 'removes AWS_PROFILE' })]
    : [];

/** The variable has a value of its own. */
export function overrideRules({
  configuration,
  name,
}: VariableQuestion): readonly EnvironmentRule[] {
  const value = textsOf(configuration.value(OVERRIDE)).get(name);
  if (value === undefined) return [];
  const reason = `is set to ${JSON.stringify(value)}`;
  return [{ ...fieldRule(configuration, [OVERRIDE, name], { verdict: 'set', reason }), value }];
}

/** Patterns that the name matches, with what is wrong with the others. */
export interface MappingRules {
  readonly rules: readonly EnvironmentRule[];
  readonly notes: readonly string[];
}

/** The variable is there, and its value is replaced. Throws for a pattern that is wrong. */
export async function mappingRules({
  configuration,
  name,
}: VariableQuestion): Promise<MappingRules> {
  const mapping = [...textsOf(configuration.value(MAPPING))];
  if (mapping.length === 0) return { rules: [], notes: [] };
  const { search } = await import('../../patterns/search.js');
  const patterns = mapping.map(([pattern]) => pattern);
  const results = await search(patterns, [name]);
  const rules: EnvironmentRule[] = [];
  const notes: string[] = [];
  for (const [index, [pattern, value]] of mapping.entries()) {
    const rule = fieldRule(configuration, [MAPPING, pattern], {
      verdict: 'set',
      reason: `matches the pattern and is set to ${JSON.stringify(value)}`,
    });
    if (results[index]?.matched === 0) rules.push({ ...rule, value });
    if (results[index]?.tookTooLong === true)
      notes.push(`\`${rule.name}\` took too long on this name and counts as not matching.`);
  }
  return { rules, notes };
}

/** The dotenv file has the variable. */
export function fileRules(
  { configuration, name }: VariableQuestion,
  variables: ReadonlyMap<string, string>,
): readonly EnvironmentRule[] {
  const value = variables.get(name);
  if (value === undefined) return [];
  const reason = `is set to ${JSON.stringify(value)} by ${String(configuration.value(ENV_FILE))}`;
  return [{ ...fieldRule(configuration, [ENV_FILE], { verdict: 'set', reason }), value }];
}

/** Names that the configuration has in another case, which people may have meant. */
export function otherCaseNotes({ configuration, name }: VariableQuestion): readonly string[] {
  const overridden = [...textsOf(configuration.value(OVERRIDE)).keys()];
  return [
    ...unsetNames(configuration).map((other) => [UNSET, other] as const),
    ...overridden.map((other) => [OVERRIDE, other] as const),
  ]
    .filter(([, other]) => other !== name && other.toLowerCase() === name.toLowerCase())
    .map(
      ([field, other]) => `\`${field}\` names ${other}, which is another variable: case counts.`,
    );
}

const unsetNames = (configuration: Configuration): readonly string[] =>
  (configuration.value(UNSET) ?? []) as readonly string[];

const textsOf = (map: unknown): ReadonlyMap<string, string> =>
  (map ?? new Map()) as ReadonlyMap<string, string>;
