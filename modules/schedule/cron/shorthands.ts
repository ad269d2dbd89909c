import { shortened } from '../../../toolbox/shortened.js';
import type { CronReading } from './cron-reading.js';
import { divides, stepText } from './every.js';
import { weekdayOf } from './names.js';

const MAX_LENGTH = 256;

interface Form {
  readonly pattern: RegExp;
  /** The five fields, by the parts of the text. */
  cron(...parts: readonly string[]): string;
}

/** Ends the reading of a shorthand; never leaves `readShorthand`. */
class ShorthandError extends Error {}

const FORMS: readonly Form[] = [
  { pattern: /^hourly$/i, cron: () => '0 * * * *' },
  { pattern: /^daily at (\S+)$/i, cron: (time = '') => `${timeFields(time)} * * *` },
  { pattern: /^weekdays at (\S+)$/i, cron: (time = '') => `${timeFields(time)} * * 1-5` },
  {
    pattern: /^weekly on (\S+) at (\S+)$/i,
    cron: (day = '', time = '') => `${timeFields(time)} * * ${weekdayField(day)}`,
  },
  {
    pattern: /^monthly on (\S+) at (\S+)$/i,
    cron: (day = '', time = '') => `${timeFields(time)} ${dayField(day)} * *`,
  },
  { pattern: /^every (\S+) minutes?$/i, cron: (count = '') => `${minuteField(count)} * * * *` },
  { pattern: /^every (\S+) hours?$/i, cron: (count = '') => `0 ${hourField(count)} * * *` },
  {
    pattern: /^every (\S+) minutes? on weekdays$/i,
    cron: (count = '') => `${minuteField(count)} * * * 1-5`,
  },
  {
    pattern: /^every (\S+) minutes? between ([^\s-]+)-([^\s-]+)$/i,
    cron: (count = '', start = '', end = '') =>
      `${windowFields(minutesOf(count), timeOf(start), timeOf(end, true))} * * *`,
  },
];

const ALL =
  'hourly; daily at HH:MM; weekdays at HH:MM; weekly on DAY at HH:MM; monthly on 1st at HH:MM; every N minutes; every N hours; every N minutes between HH:MM-HH:MM; every N minutes on weekdays; or five fields such as 30 9 * * 1-5';

/** The five fields of a text such as `daily at 09:30`. */
export function readShorthand(text: string): CronReading {
  const problem = (message: string): CronReading => ({ problems: [{ path: [], message }] });
  const form =
    text.length > MAX_LENGTH ? undefined : FORMS.find(({ pattern }) => pattern.test(text));
  if (form === undefined)
    return problem(`"${shortened(text, 60)}" is not a schedule. A schedule is one of: ${ALL}.`);
  try {
    return { cron: form.cron(...(form.pattern.exec(text)?.slice(1) ?? [])) };
  } catch (error) {
    if (error instanceof ShorthandError) return problem(error.message);
    throw error;
  }
}

/** Minutes since midnight. */
function timeOf(text: string, end = false): number {
  const [, hour, minute] = /^([01][0-9]|2[0-3]):([0-5][0-9])$/.exec(text) ?? [];
  if (hour !== undefined) return Number(hour) * 60 + Number(minute);
  if (end && text === '24:00') return 24 * 60;
  throw new ShorthandError(
    `"${text}" is not a time. Write hours and minutes with two digits each, from 00:00 to 23:59${end ? ', or 24:00 as an end' : ''}.`,
  );
}

function timeFields(text: string): string {
  const time = timeOf(text);
  return `${time % 60} ${Math.floor(time / 60)}`;
}

function weekdayField(text: string): string {
  const weekday = weekdayOf(text);
  if (weekday !== undefined) return `${weekday}`;
  throw new ShorthandError(`"${text}" is not a weekday. Write its name, such as Monday or Mon.`);
}

function dayField(text: string): string {
  const [, digits = ''] = /^([1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)$/i.exec(text) ?? [];
  if (digits === '')
    throw new ShorthandError(`"${text}" is not a day of a month. Write 1st, 2nd, 3rd up to 31st.`);
  const right = ordinal(Number(digits));
  if (right === text.toLowerCase()) return digits;
  throw new ShorthandError(`"${text}" is not a day of a month. Write ${right}.`);
}

function ordinal(day: number): string {
  const last = Math.floor(day / 10) === 1 ? 0 : day % 10;
  return `${day}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`;
}

const minuteField = (count: string): string => stepText(minutesOf(count), 60);

function hourField(text: string): string {
  const count = countOf(text);
  if (divides(count, 24)) return stepText(count, 24);
  throw new ShorthandError(
    `${shortened(text, 20)} hours do not divide a day evenly. Write 1, 2, 3, 4, 6, 8, 12 or 24.`,
  );
}

function minutesOf(text: string): number {
  const count = countOf(text);
  if (divides(count, 60)) return count;
  throw new ShorthandError(
    count > 60 && divides(count / 60, 24)
      ? `${count} minutes are more than an hour. Write every ${count / 60} hours.`
      : `${shortened(text, 20)} minutes do not divide an hour evenly. Write 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30 or 60.`,
  );
}

function countOf(text: string): number {
  if (/^[1-9][0-9]{0,3}$/.test(text)) return Number(text);
  throw new ShorthandError(`"${shortened(text, 20)}" is not a whole number from 1 on.`);
}

/** Minute and hour of a window of the day whose end is excluded; times are minutes since midnight. */
function windowFields(count: number, start: number, end: number): string {
  if (start >= end)
    throw new ShorthandError(
      'The window ends before it starts. Its end must be later on the same day; 24:00 is the last.',
    );
  const hour = Math.floor(start / 60);
  const lastHour = Math.floor((end - 1) / 60);
  if (start % 60 === 0 && end % 60 === 0)
    return `${stepText(count, 60)} ${hour === lastHour ? hour : `${hour}-${lastHour}`}`;
  if (hour === lastHour) return `${minutesWithin(count, start % 60, (end - 1) % 60)} ${hour}`;
  throw new ShorthandError(
    'A window over several hours starts and ends on whole hours, such as 09:00-17:00.',
  );
}

function minutesWithin(count: number, first: number, last: number): string {
  if (first + count > last) return `${first}`;
  return `${first}-${last}${count === 1 ? '' : `/${count}`}`;
}
