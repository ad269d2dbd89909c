import type { EnvironmentRule, VariableQuestion } from './variable-question.js';
import { builtInRule, fieldRule, listRules } from '../rules.js';
import { globMatches } from './glob.js';
import { LEFT_OUT } from './left-out.js';

const FILTERS = [
  { field: 'feature.env.include', covered: 'remote', others: 'local' },
  { field: 'feature.env.exclude', covered: 'local', others: 'remote' },
] as const;

const IF_THERE = 'If the target does not have it, the local value stays, if there is one.';

/** What decides whether a variable of the target arrives, the strongest rule first. The last one lets every variable through. */
export function filterRules(question: VariableQuestion): readonly EnvironmentRule[] {
  const rules = [
    ...leftOut(question),
    ...FILTERS.flatMap((filter) => rulesOf(question, filter)),
    builtInRule('the default of variables', {
      verdict: 'remote',
      reason: 'is taken from the target, as every variable is',
    }),
  ];
  return rules.map((rule) =>
    rule.verdict === 'remote' ? { ...rule, notes: [IF_THERE, ...(rule.notes ?? [])] } : rule,
  );
}

function leftOut({ configuration, name }: VariableQuestion): readonly EnvironmentRule[] {
  if (!LEFT_OUT.has(name)) return [];
  const included = entriesOf(configuration.value('feature.env.include')).includes(name);
  const notes = included
    ? [`\`feature.env.include\` names ${name}, but cannot bring it back.`]
    : [];
  const reason = "describes the target's own machine";
  return [
    builtInRule('the variables that are always left out', { verdict: 'local', reason, notes }),
  ];
}

function rulesOf(
  { configuration, name }: VariableQuestion,
  { field, covered, others }: (typeof FILTERS)[number],
): readonly EnvironmentRule[] {
  const list = configuration.value(field) as readonly string[] | undefined;
  if (list === undefined) return [];
  const hits = list.flatMap((entry, index): EnvironmentRule[] => {
    const pattern = entriesOf([entry]).find((text) => globMatches(text, name));
    if (pattern === undefined) return [];
    const reason = pattern === name ? 'is named' : `matches ${pattern}`;
    return [fieldRule(configuration, [field, index], { verdict: covered, reason })];
  });
  const otherwise = fieldRule(configuration, [field], {
    verdict: others,
    reason: 'is named by no entry of the list',
  });
  return listRules<EnvironmentRule>({ size: list.length, hits, otherwise });
}

/** The names and patterns of a list, each entry of which may have several. */
const entriesOf = (list: unknown): readonly string[] =>
  ((list ?? []) as readonly string[])
    .flatMap((entry) => entry.split(';'))
    .map((text) => text.trim());
