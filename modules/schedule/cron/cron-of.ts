import { isRecord } from '../../../toolbox/type-guards.js';
import type { CronReading } from './cron-reading.js';
import { readCron } from './read-cron.js';
import { readShorthand } from './shorthands.js';
import { readStructured } from './structured.js';

/** The expression of a schedule: a shorthand such as `daily at 09:30`, five fields, or an object such as `{minute: 0, hour: {every: 2}}`. */
export function cronOf(schedule: unknown): CronReading {
  const reading = formOf(schedule);
  if ('problems' in reading) return reading;
  const expression = readCron(reading.cron);
  if (!('problems' in expression)) return reading;
  const problems = expression.problems.map(({ field, message, hint }) => ({
    path: [],
    message: `${field}: ${message}. ${hint}`,
  }));
  return { problems };
}

function formOf(schedule: unknown): CronReading {
  if (isRecord(schedule)) return readStructured(schedule);
  if (typeof schedule === 'string')
    // no expression starts with a letter
    return /^[a-z]/i.test(schedule) ? readShorthand(schedule) : { cron: schedule };
  const message =
    'A schedule is a text, such as daily at 09:30 or 30 9 * * 1-5, or an object with minute, hour, day, month and weekday.';
  return { problems: [{ path: [], message }] };
}
