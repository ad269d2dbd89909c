/** Code that is put together while the program runs. */
import type { Severity } from '../../../../registry/contract/scanners.js';
import type { FactOf, Source } from '../../facts.js';
import type { Check, Draft, RuleText } from '../../rule.js';
import { secretVariable } from '../../tables/secrets.js';
import { factsOf, flowsOf, weighedByTrigger, worstBy, type Flows } from '../flows.js';

const shared = { category: 'code-execution', code: 'E006', owasp: 'AST05' } as const;

const disguisedCall: RuleText = {
  ...shared,
  id: 'code-execution/disguised-call',
  owasp: 'AST01',
  severity: 'HIGH',
  title: 'Hides what it calls',
  reasoning:
    'The name or the text of what runs is put together piece by piece, so that a search does not find it.',
  fix: 'Call the function by its name.',
};

const inputRun: RuleText = {
  ...shared,
  id: 'code-execution/input-run',
  code: 'W011',
  severity: 'MEDIUM',
  title: 'Runs what it is given as code',
  reasoning:
    'A person who can influence the text, such as the author of a page that an agent reads, can run commands.',
  fix: 'Pass arguments as a list without a shell, and parse data instead of evaluating it.',
};

const unsafeObject: RuleText = {
  ...shared,
  id: 'code-execution/unsafe-object',
  severity: 'LOW',
  title: 'Reads objects in a format that runs code',
  reasoning: 'A prepared file runs commands as soon as it is read.',
  fix: 'Use a format of plain data, or the safe loader of the library.',
};

/** Executions whose text comes from somewhere other than the network or a decoding; those have rules of their own. */
export const codeExecution: Check = {
  rules: [disguisedCall, inputRun, unsafeObject],
  check(subject) {
    const flows = flowsOf(subject);
    const found = factsOf(subject, 'execute').flatMap((fact) => judged(fact, flows));
    return worstBy(found, ({ at }) => JSON.stringify([at.unit.file, at.unit.decoded, at.line]));
  },
};

function judged(fact: FactOf<'execute'>, flows: Flows): Draft[] {
  const origins = flows.origins(fact.sources);
  if (origins.some(({ kind }) => kind === 'network' || kind === 'decoded')) return [];
  if (fact.disguised) return [draft(disguisedCall, fact, 'HIGH')];
  const given = origins.some(isGiven);
  if (fact.how === 'deserialise') return [draft(unsafeObject, fact, given ? 'MEDIUM' : 'LOW')];
  if (fact.how !== 'shell' && fact.how !== 'code') return [];
  return given ? [draft(inputRun, fact, fact.how === 'code' ? 'MEDIUM' : 'LOW')] : [];
}

const isGiven = (source: Source): boolean =>
  source.kind === 'input' ||
  (source.kind === 'environment' &&
    source.name !== '*' &&
    secretVariable(source.name) === undefined);

function draft(rule: RuleText, fact: FactOf<'execute'>, severity: Severity): Draft {
  const weighed = weighedByTrigger(severity, fact);
  return {
    rule,
    at: fact.at,
    confidence: severity === 'LOW' ? 'low' : 'medium',
    severity: weighed,
  };
}
