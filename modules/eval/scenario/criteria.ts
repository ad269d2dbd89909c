import type { JsonValue } from '../../../toolbox/json-value.js';
import { readCheck } from './checks.js';
import { oneOf, required, warnUnknown, type Fields } from './fields.js';
import type { Findings } from './findings.js';
import { limits } from './limits.js';
import { categories, type Criterion, type Scenario } from './scenario.js';

const TYPE = 'weighted_checklist';

/** The fields of a `criteria.json`: the criteria that can be used, after reporting what is wrong with the rest. */
export function readCriteria(
  fields: Fields,
  findings: Findings,
): Pick<Scenario, 'context' | 'criteria'> {
  warnUnknown(fields, ['context', 'type', 'checklist'], 'criteria.json');
  const missing = ['context', 'type', 'checklist'].filter((key) => !fields.has(key));
  for (const key of missing)
    findings.add('schema', `"${key}" is missing.`, { file: 'criteria.json', line: 1, column: 1 });
  oneOf(fields.get('type'), [TYPE]);
  return {
    context: fields.get('context')?.text() ?? '',
    criteria: readChecklist(fields.get('checklist'), findings),
  };
}

function readChecklist(value: JsonValue | undefined, findings: Findings): readonly Criterion[] {
  const items = value?.array() ?? [];
  if (value?.type === 'array' && items.length === 0) value.error('The checklist has no criterion.');
  if (items.length <= limits.criteria) return items.flatMap((item) => readItem(item, findings));
  value?.error(`${items.length} criteria; a checklist has at most ${limits.criteria}.`);
  return [];
}

function readItem(at: JsonValue, findings: Findings): readonly Criterion[] {
  const fields = at.object();
  if (fields === undefined) return [];
  warnUnknown(fields, ['name', 'description', 'max_score', 'category', 'check'], 'a criterion');
  const name = required(fields, 'name', at)?.text();
  const description = required(fields, 'description', at)?.text();
  const maxScore = scoreOf(required(fields, 'max_score', at));
  const category = oneOf(fields.get('category'), categories);
  const checkAt = fields.get('check');
  const check = checkAt && readCheck(checkAt, findings);
  if (name === undefined || description === undefined || maxScore === undefined) return [];
  return [{ name, description, maxScore, category, check, at }];
}

function scoreOf(value: JsonValue | undefined): number | undefined {
  if (value === undefined) return undefined;
  const score = value.plain();
  if (typeof score === 'number' && score >= 0 && score <= limits.points) return score;
  value.error('"max_score" is a number of points, 0 to 1,000,000.');
  return undefined;
}
