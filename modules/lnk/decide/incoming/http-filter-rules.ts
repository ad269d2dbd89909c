import { fieldRule, listRules } from '../rules.js';
import { askCondition, type ConditionAnswer } from './condition.js';
import { conditionLists, singleConditions, type ConditionList } from './conditions.js';
import {
  INCOMING,
  receivedVerdict,
  type IncomingQuestion,
  type IncomingRule,
  type IncomingVerdict,
} from './incoming-question.js';

const PORTS = `${INCOMING}.http_filter.ports`;

/** The rules of `http_filter`, the strongest first; none without a filter. */
export async function httpFilterRules(
  question: IncomingQuestion,
): Promise<readonly IncomingRule[]> {
  const { configuration, port, request } = question;
  const single = await Promise.all(
    singleConditions(configuration).map((condition) => askCondition(condition, request)),
  );
  const lists = await Promise.all(
    conditionLists(configuration).map((list) => rulesOfList(question, list)),
  );
  const rules = [...single.map((answer) => ruleOf(question, answer)), ...lists.flat()];
  const ports = (configuration.value(PORTS) ?? [port]) as readonly number[];
  if (rules.length === 0 || ports.includes(port)) return rules;
  const verdict = receivedVerdict(configuration);
  const reason = `has port ${port}, for which the filter does not count`;
  return [fieldRule(configuration, [PORTS], { verdict, reason }), ...rules];
}

const NOT_HTTP = 'Traffic that is not HTTP never matches.';

const VERDICTS = { no: 'passed', open: 'depends' } as const;

const verdictOf = (
  { configuration }: IncomingQuestion,
  answer: ConditionAnswer['answer'],
): IncomingVerdict => (answer === 'yes' ? receivedVerdict(configuration) : VERDICTS[answer]);

const ruleOf = (question: IncomingQuestion, answered: ConditionAnswer): IncomingRule =>
  fieldRule(question.configuration, answered.condition.part, {
    verdict: verdictOf(question, answered.answer),
    reason: answered.reason,
    notes: notesOf(question, [answered]),
  });

/** What has to be given, after a sentence that says what it is good for. */
function notesOf(
  { configuration }: IncomingQuestion,
  answers: readonly ConditionAnswer[],
): readonly string[] {
  const notes = answers.flatMap(({ note }) => note ?? []);
  if (notes.length === 0) return [];
  const verdict = receivedVerdict(configuration);
  const only = `Only requests that match the filter are ${verdict}; the application in the target gets ${verdict === 'stolen' ? 'the others' : 'all of them'}.`;
  return [only, NOT_HTTP, ...notes];
}

async function rulesOfList(
  question: IncomingQuestion,
  list: ConditionList,
): Promise<readonly IncomingRule[]> {
  const { decisive, conditions } = list;
  const answers = await Promise.all(
    conditions.map((condition) => askCondition(condition, question.request)),
  );
  const hits = answers
    .filter(({ answer }) => answer === decisive)
    .map((answer) => ruleOf(question, answer));
  const otherwise = otherwiseOf(question, list, answers);
  return listRules({ size: conditions.length, hits, otherwise });
}

/** What the list says when none of its conditions decides alone. */
function otherwiseOf(
  question: IncomingQuestion,
  { part, decisive }: ConditionList,
  answers: readonly ConditionAnswer[],
): IncomingRule {
  const open = answers.filter(({ answer }) => answer === 'open');
  const last = decisive === 'yes' ? 'no' : 'yes';
  const answer = open.length > 0 ? 'open' : last;
  return fieldRule(question.configuration, part, {
    verdict: verdictOf(question, answer),
    reason: {
      open: 'may or may not match',
      yes: 'meets all conditions of the list',
      no: 'meets no condition of the list',
    }[answer],
    notes: notesOf(question, open),
  });
}
