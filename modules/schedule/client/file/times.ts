import { shortened } from '../../../../toolbox/shortened.js';
import type { Fields } from '../../../../toolbox/type-guards.js';
import { canonicalZone, comesTooLate, cronOf, readCron, timetable } from '../../cron/index.js';
import type { FileProblem, Reading } from './problem.js';

/** When an entry launches. */
export interface EntryTimes {
  /** Five fields. */
  readonly cron: string;
  /** Canonical name. */
  readonly timezone: string;
  readonly next: Date;
}

/** The fields of an entry that say when it launches; the first two mean the same. */
export const timeNames = ['schedule', 'cron', 'timezone'] as const;

const [SCHEDULE, CRON, TIMEZONE] = timeNames;

/** The times of an entry; `undefined` for those that never come or cannot be read. */
export function readTimes(entry: Fields, now: Date): Reading<EntryTimes | undefined> {
  const given = [SCHEDULE, CRON].filter((name) => entry[name] !== undefined);
  const crons = given.map((name) => readCronField(name, entry[name]));
  const zone = readZone(entry[TIMEZONE]);
  const problems = [
    ...countProblems(given.length),
    ...crons.flatMap((reading) => reading.problems),
    ...zone.problems,
  ];
  const [name] = given;
  const cron = crons[0]?.value;
  if (problems.length > 0 || name === undefined || cron === undefined || zone.value === undefined)
    return { value: undefined, problems };
  const { value, problems: late } = readCalendar({ cron, timezone: zone.value }, now);
  return { value, problems: late.map((message) => ({ path: [name], message })) };
}

function countProblems(count: number): readonly FileProblem[] {
  if (count === 0)
    return [
      {
        path: [SCHEDULE],
        message:
          'is missing: say when it launches, such as "daily at 09:30" or, as "cron", "30 9 * * 1-5"',
      },
    ];
  return count === 1
    ? []
    : [{ path: [CRON], message: `means the same as "${SCHEDULE}": leave one out` }];
}

function readCronField(name: string, schedule: unknown): Reading<string | undefined> {
  const reading = cronOf(schedule);
  if (!('problems' in reading)) return { value: reading.cron, problems: [] };
  const problems = reading.problems.map(({ path, message }) => ({
    path: [name, ...path],
    message,
  }));
  return { value: undefined, problems };
}

function readZone(name: unknown = 'UTC'): Reading<string | undefined> {
  const value = canonicalZone(name);
  if (value !== undefined) return { value, problems: [] };
  const path = [TIMEZONE];
  if (typeof name !== 'string')
    return { value, problems: [{ path, message: 'must be a time zone, such as "Europe/Berlin"' }] };
  const misspelt = { name, known: Intl.supportedValuesOf('timeZone') };
  const message = `"${shortened(name, 60)}" is no time zone, such as "Europe/Berlin" or "UTC"`;
  return { value, problems: [{ path, message, misspelt }] };
}

function readCalendar(
  { cron, timezone }: Omit<EntryTimes, 'next'>,
  now: Date,
): { readonly value: EntryTimes | undefined; readonly problems: readonly string[] } {
  const expression = readCron(cron);
  // a field of an entry was read as an expression before
  if ('problems' in expression) throw new Error(`"${cron}" was an expression and is not`);
  const table = timetable(expression, timezone);
  const late = comesTooLate(table, expression, now);
  const next = table.next(now);
  if (late !== undefined) {
    const { field, message, hint } = late;
    return { value: undefined, problems: [`${field}: ${message}. ${hint}`] };
  }
  return { value: next && { cron, timezone, next }, problems: [] };
}
