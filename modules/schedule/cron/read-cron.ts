import { shortened } from '../../../toolbox/shortened.js';
import type { CronExpression, CronProblem } from './expression.js';
import { readField, type FieldRule } from './field.js';
import { MONTHS, WEEKDAYS } from './names.js';

const MAX_LENGTH = 256;

const MINUTE: FieldRule = {
  name: 'minute',
  least: 0,
  most: 59,
  size: 60,
  names: [],
  example: '0, 0,30, 10-20 or */15',
};
const HOUR: FieldRule = {
  name: 'hour',
  least: 0,
  most: 23,
  size: 24,
  names: [],
  example: '9, 9,17, 9-17 or */2',
};
const DAY: FieldRule = {
  name: 'day of month',
  least: 1,
  most: 31,
  size: 31,
  names: [],
  example: '1, 1,15, 1-7 or */2',
};
const MONTH: FieldRule = {
  name: 'month',
  least: 1,
  most: 12,
  size: 12,
  names: MONTHS,
  example: '1, JAN,JUL, 3-5 or */3',
};
const WEEKDAY: FieldRule = {
  name: 'weekday',
  least: 0,
  most: 7,
  size: 7,
  names: WEEKDAYS,
  example: '1, MON,WED, 1-5 or 6-7',
};

const RULES = [MINUTE, HOUR, DAY, MONTH, WEEKDAY];

const FIELDS = 'minute, hour, day of month, month and weekday';
const EXAMPLE = `Write ${FIELDS}, such as 30 9 * * 1-5.`;

/** What other programs understand, in five fields. */
const NICKNAMES = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

/** Reads five fields; answers the first problem of each field. Does not look at a calendar: see `comesTooLate`. */
export function readCron(
  text: string,
): CronExpression | { readonly problems: readonly CronProblem[] } {
  const problem = problemOfWhole(text);
  if (problem !== undefined) return { problems: [problem] };
  const fields = text.split(' ');
  const problems: CronProblem[] = [];
  const values = RULES.map((rule, index) => {
    const reading = readField(rule, fields[index] ?? '');
    if ('values' in reading) return reading.values;
    problems.push({ field: rule.name, ...reading });
    return [];
  });
  return problems.length > 0 ? { problems } : expressionOf(text, values);
}

function expressionOf(text: string, values: readonly (readonly number[])[]): CronExpression {
  const [, hour, day, , weekday] = text.split(' ');
  const valuesAt = (index: number): readonly number[] => values[index] ?? [];
  return {
    text,
    minutes: valuesAt(0),
    hours: hour === '*' ? '*' : valuesAt(1),
    days: valuesAt(2),
    months: valuesAt(3),
    weekdays: [...new Set(valuesAt(4).map((value) => value % 7))].sort((one, other) => one - other),
    dayOrWeekday: ![day, weekday].some((field) => field?.startsWith('*')),
  };
}

/** What is wrong before there are five fields. */
function problemOfWhole(text: string): CronProblem | undefined {
  const problem = (message: string, hint: string): CronProblem => ({
    field: 'expression',
    message,
    hint,
  });
  if (text.length > MAX_LENGTH)
    return problem(
      `the expression has more than ${MAX_LENGTH} characters`,
      'Write ranges and steps instead of long lists.',
    );
  const five = NICKNAMES.get(text.toLowerCase());
  if (five !== undefined) return problem(`"${text}" is a nickname`, `Write ${five}.`);
  if (text.trim() === '') return problem('the expression is empty', EXAMPLE);
  if (/[^\S ]/.test(text))
    return problem(
      'the expression has tabs, line breaks or other blanks that are no spaces',
      'Separate the five fields by single spaces.',
    );
  if (text !== text.trim())
    return problem('the expression starts or ends with a space', `Write "${text.trim()}".`);
  if (text.includes('  '))
    return problem(
      'two fields are separated by more than one space',
      `Write "${text.replaceAll(/ +/g, ' ')}".`,
    );
  return problemOfCount(text, problem);
}

function problemOfCount(
  text: string,
  problem: (message: string, hint: string) => CronProblem,
): CronProblem | undefined {
  const count = text.split(' ').length;
  if (count === RULES.length) return undefined;
  if (count === 1)
    return problem(`"${shortened(text, 40)}" is not an expression of five fields`, EXAMPLE);
  return problem(
    `the expression has ${count} fields instead of five`,
    count === RULES.length + 1 ? `There is no field for seconds. ${EXAMPLE}` : EXAMPLE,
  );
}
