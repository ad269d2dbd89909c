import type { CronExpression, CronProblem } from './expression.js';
import type { Timetable } from './timetable.js';

const FEBRUARY = 2;
const LONGEST_FEBRUARY = 29;
const LENGTHS = [31, LONGEST_FEBRUARY, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const YEARS = 5;

/** Why an expression can never be used: no time within five years, or within nine if it needs 29 February. `undefined` if it can. */
export function comesTooLate(
  table: Timetable,
  expression: CronExpression,
  now: Date,
): CronProblem | undefined {
  const day = Math.min(...expression.days);
  if (expression.months.every((month) => (LENGTHS[month - 1] ?? 0) < day))
    return {
      field: 'day of month',
      message: `no month that is named has a day ${day}`,
      hint: 'Name a day that the month has: February has up to 29, April, June, September and November have 30. Write * for the day of month if only weekdays count.',
    };
  const next = table.next(now);
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + YEARS);
  if (next !== undefined && (next <= latest || needsLeapDay(expression))) return undefined;
  return {
    field: 'expression',
    message:
      next === undefined
        ? 'the days that are named never fall together within nine years'
        : `the next time is ${next.toISOString().slice(0, 10)}, more than five years away`,
    hint: 'Name more days, months or weekdays.',
  };
}

function needsLeapDay({ months, days, dayOrWeekday }: CronExpression): boolean {
  return months.join() === `${FEBRUARY}` && days[0] === LONGEST_FEBRUARY && !dayOrWeekday;
}
