import { invalidInput } from 'svc-registry/kernel';
import { quoted } from '../../quoted.js';
import type { Configuration } from '../../config/resolve/configuration.js';
import type { Decision } from '../decision.js';
import { decisionOf, firstRules, type RuleFinder } from '../first-rules.js';
import { readEnvFile } from './env-file.js';
import { filterRules } from './filter-rules.js';
import {
  awsRules,
  fileRules,
  mappingRules,
  otherCaseNotes,
  overrideRules,
  unsetRules,
} from './value-rules.js';
import type { EnvironmentRule, EnvironmentVerdict, VariableQuestion } from './variable-question.js';

export interface EnvironmentDecision extends Decision<EnvironmentVerdict> {
  /** What the variable is set to, for the verdict `set`. */
  readonly value: string | null;
}

/** The machine on which the process starts. */
export interface LocalEnvironment {
  /** Its variables. Without them nothing is said about the local value. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Where relative paths of the configuration start. */
  readonly folder: string;
}

/** What the finders share. */
interface Question extends VariableQuestion {
  readonly fromFile: readonly EnvironmentRule[];
  readonly mapped: readonly EnvironmentRule[];
  readonly filtered: readonly EnvironmentRule[];
}

const FINDERS: readonly RuleFinder<Question, EnvironmentRule>[] = [
  unsetRules,
  awsRules,
  overrideRules,
  ({ fromFile, mapped, filtered }) =>
    fromFile.length > 0 ? [...mapped, ...fromFile, ...filtered] : arriving(mapped, filtered),
];

/** What the process gets for a variable. Names are compared with their case. Throws `invalid_input` for a name that no variable can have. */
export async function decideVariable(
  configuration: Configuration,
  name: string,
  local: LocalEnvironment = { folder: '' },
): Promise<EnvironmentDecision> {
  requireName(name);
  const question = { configuration, name };
  const file = readEnvFile(configuration, local.folder);
  const mapping = await mappingRules(question);
  const rules = await firstRules(FINDERS, {
    ...question,
    fromFile: fileRules(question, file.variables),
    mapped: mapping.rules,
    filtered: filterRules(question),
  });
  const [{ verdict, value = null }] = rules;
  const notes = [
    ...(verdict === 'local' ? localNotes(question, mapping.rules, local) : []),
    ...otherCaseNotes(question),
    ...mapping.notes,
    ...(file.problem === undefined ? [] : [file.problem]),
    ...processNotes(configuration),
  ];
  return { ...decisionOf(rules, notes), value };
}

/** Rules for a variable that no file has: only one that arrives from the target is mapped. */
function arriving(
  mapped: readonly EnvironmentRule[],
  filtered: readonly EnvironmentRule[],
): readonly EnvironmentRule[] {
  const open = filtered.findIndex(({ verdict }) => verdict === 'remote');
  const maps = mapped.map((rule) => ({ ...rule, notes: [ONLY_IF_THERE] }));
  return [...filtered.slice(0, open), ...maps, ...filtered.slice(open)];
}

const ONLY_IF_THERE =
  'Only what the target has is mapped: if it does not have the variable, the local value stays, if there is one.';

function localNotes(
  { name }: VariableQuestion,
  mapped: readonly EnvironmentRule[],
  { variables }: LocalEnvironment,
): readonly string[] {
  const [mapping] = mapped;
  return [
    ...(mapping === undefined
      ? []
      : [`\`${mapping.name}\` matches the name too, but what does not arrive is not mapped.`]),
    ...(variables !== undefined && variables[name] === undefined
      ? [`${name} is not set on this machine, so the process does not have it.`]
      : []),
  ];
}

const processNotes = (configuration: Configuration): readonly string[] =>
  configuration.value('feature.env.load_from_process') === true
    ? ['The process gets it when it loads (`feature.env.load_from_process`), not before it starts.']
    : [];

function requireName(name: string): void {
  if (name !== '' && !/[=\0]/.test(name)) return;
  throw invalidInput({
    what: `${quoted(name)} is not the name of a variable.`,
    hint: 'Write the name alone, such as DATABASE_URL, without "=" and a value.',
  });
}
