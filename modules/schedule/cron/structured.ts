import { isRecord, type Fields } from '../../../toolbox/type-guards.js';
import type { CronReading, ScheduleProblem } from './cron-reading.js';
import { divides, stepText } from './every.js';
import { monthOf, weekdayOf } from './names.js';

/** What may stand under a key. */
interface KeyRule {
  readonly key: string;
  readonly least: number;
  readonly most: number;
  readonly named?: (name: string) => number | undefined;
  /** The field for every so-manyth value; `undefined` if it would not be even. Missing where there are no steps and ranges. */
  readonly every?: (count: number) => string | undefined;
  readonly counts?: string;
}

const even =
  (size: number) =>
  (count: number): string | undefined =>
    divides(count, size) ? stepText(count, size) : undefined;

const RULES: readonly KeyRule[] = [
  {
    key: 'minute',
    least: 0,
    most: 59,
    every: even(60),
    counts: '1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30 or 60',
  },
  { key: 'hour', least: 0, most: 23, every: even(24), counts: '1, 2, 3, 4, 6, 8, 12 or 24' },
  { key: 'day', least: 1, most: 31, every: everyDay, counts: 'a whole number from 1 to 31' },
  { key: 'month', least: 1, most: 12, named: monthOf },
  { key: 'weekday', least: 0, most: 7, named: weekdayOf },
];

/** A field, or what is wrong with the value under its key. */
type FieldText = string | readonly ScheduleProblem[];

/** The five fields of an object with `minute`, `hour`, `day`, `month` and `weekday`. What is missing is `*`. */
export function readStructured(schedule: Fields): CronReading {
  const keys = RULES.map(({ key }) => key);
  const problems = Object.keys(schedule)
    .filter((key) => !keys.includes(key))
    .map((key) => problem([key], `is not known. Known are ${keys.join(', ')}.`));
  const fields: string[] = [];
  for (const rule of RULES) {
    const field = fieldText(rule, schedule[rule.key]);
    if (typeof field === 'string') fields.push(field);
    else problems.push(...field);
  }
  return problems.length > 0 ? { problems } : { cron: fields.join(' ') };
}

function fieldText(rule: KeyRule, value: unknown): FieldText {
  if (value === undefined) return '*';
  if (Array.isArray(value)) return listText(rule, value as unknown[]);
  if (isRecord(value) && rule.every !== undefined) return recordText(rule, rule.every, value);
  const one = valueOf(rule, value);
  return one === undefined ? [problem([rule.key], expected(rule))] : `${one}`;
}

function listText(rule: KeyRule, items: readonly unknown[]): FieldText {
  if (items.length === 0)
    return [problem([rule.key], `is an empty list. Leave it out for any ${rule.key}.`)];
  const values = items.map((item) => valueOf(rule, item));
  const problems = values.flatMap((value, index) =>
    value === undefined ? [problem([rule.key, index], `must be ${oneOf(rule)}.`)] : [],
  );
  if (problems.length > 0) return problems;
  const known = values.filter((value) => value !== undefined);
  return [...new Set(known)].sort((one, other) => one - other).join(',');
}

function recordText(rule: KeyRule, every: NonNullable<KeyRule['every']>, value: Fields): FieldText {
  const [key, ...more] = Object.keys(value);
  if (more.length > 0 || (key !== 'every' && key !== 'between'))
    return [problem([rule.key], expected(rule))];
  if (key === 'between') return rangeText(rule, value[key]);
  const { every: count } = value;
  const text = typeof count === 'number' ? every(count) : undefined;
  if (text !== undefined) return text;
  return [problem([rule.key, 'every'], `must be ${rule.counts ?? ''}.`)];
}

function rangeText(rule: KeyRule, value: unknown): FieldText {
  const [first, last, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  const [from, to] = [valueOf(rule, first), valueOf(rule, last)];
  if (from === undefined || to === undefined || more.length > 0 || from > to)
    return [
      problem(
        [rule.key, 'between'],
        `must be a list of two, each ${oneOf(rule)}, the smaller first; both are included.`,
      ),
    ];
  return from === to ? `${from}` : `${from}-${to}`;
}

function valueOf({ least, most, named }: KeyRule, value: unknown): number | undefined {
  if (typeof value === 'string') return named?.(value);
  const fits = typeof value === 'number' && Number.isInteger(value);
  return fits && value >= least && value <= most ? value : undefined;
}

/** Without a `*`: days and weekdays are joined by "or" when both are given. */
function everyDay(count: number): string | undefined {
  if (!Number.isInteger(count) || count < 1 || count > 31) return undefined;
  return count === 1 ? '*' : `1-31/${count}`;
}

function expected(rule: KeyRule): string {
  const forms = rule.every === undefined ? '' : ', {"every": n} or {"between": [first, last]}';
  return `must be ${oneOf(rule)}, a list of these${forms}.`;
}

function oneOf({ least, most, named }: KeyRule): string {
  const numbers = `a whole number from ${least} to ${most}`;
  return named === undefined ? numbers : `${numbers} or a name`;
}

function problem(path: ScheduleProblem['path'], what: string): ScheduleProblem {
  return { path, message: `"${path.join('.')}" ${what}` };
}
