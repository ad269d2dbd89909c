import type { ErrorIssue } from 'svc-registry/kernel';
import { canonicalZone, comesTooLate, readCron, timetable, type Timetable } from '../cron/index.js';
import { cronInvalid, tooFrequent } from '../contract/errors.js';
import type { ScheduleSettings } from './settings.js';

/** The times of a schedule, checked. */
export interface Times {
  readonly cron: string;
  /** Canonical name. */
  readonly timezone: string;
  readonly table: Timetable;
}

interface GivenTimes {
  readonly cron: string;
  readonly timezone: string | undefined;
}

interface Checks {
  readonly now: Date;
  readonly settings: Pick<ScheduleSettings, 'leastMinutes'>;
}

/** Throws `cron_invalid` with all problems, and `schedule_too_frequent`. */
export async function checkedTimes(
  { cron, timezone: given = 'UTC' }: GivenTimes,
  { now, settings: { leastMinutes } }: Checks,
): Promise<Times> {
  const zone = canonicalZone(given);
  const timezone = zone ?? 'UTC';
  const read = await readTimes(cron, timezone, now);
  if ('problems' in read || zone === undefined)
    throw unusable(zone === undefined ? noZone(given) : undefined, read);
  const minutes = read.table.shortestInterval(now);
  if (leastMinutes !== undefined && minutes < leastMinutes)
    throw tooFrequent({ minutes, least: leastMinutes });
  return { cron, timezone, table: read.table };
}

function unusable(zoneProblem: string | undefined, read: Reading): Error {
  const { problems, hint } = 'problems' in read ? read : { problems: [], hint: ZONE_HINT };
  const issues: ErrorIssue[] = problems.map((message) => ({ field: 'cron', message }));
  if (zoneProblem !== undefined) issues.unshift({ field: 'timezone', message: zoneProblem });
  return cronInvalid({ what: sentence(issues[0]?.message ?? ''), hint }, { issues });
}

const ZONE_HINT = 'Zones have names such as Europe/Berlin, America/New_York or UTC.';
const noZone = (zone: string): string => `${JSON.stringify(zone)} is no time zone`;

const sentence = (clause: string): string =>
  `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`.replace(/\.\.$/, '.');

type Reading =
  | { readonly problems: readonly string[]; readonly hint?: string | undefined }
  | { readonly table: Timetable };

/** node-cron has the first word: it knows dates that never come. The reader of ours is stricter, and says what is wrong. */
async function readTimes(cron: string, zone: string, now: Date): Promise<Reading> {
  const { validate } = await import('node-cron');
  const known = validate(cron);
  const read = readCron(cron);
  if ('problems' in read) {
    const [first] = read.problems;
    return { problems: read.problems.map(({ message }) => message), hint: first?.hint };
  }
  const table = timetable(read, zone);
  const late = comesTooLate(table, read, now);
  if (late !== undefined) return { problems: [late.message], hint: late.hint };
  return known ? { table } : { problems: [`"${cron}" is no cron expression`] };
}

/** The timetable of a stored schedule. */
export function timesOf({
  cron,
  timezone,
}: {
  readonly cron: string;
  readonly timezone: string;
}): Timetable {
  const read = readCron(cron);
  if ('problems' in read)
    throw new Error(`The expression "${cron}" of a schedule is not readable.`);
  return timetable(read, timezone);
}
