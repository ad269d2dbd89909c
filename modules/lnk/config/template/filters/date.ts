import { ValueProblem } from '../template-error.js';
import { kindOf, type Value } from '../evaluate/value.js';
import type { Arguments } from './signature.js';
import { strftime } from './strftime.js';
import { atZone, type Moment } from './time-zone.js';

const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
const MAX_SECONDS = 253_402_300_799n;

/**
 * A date by a format as of `strftime`: of seconds since 1970, a date, or a date with its time.
 * @throws {ValueProblem} for what is none of them
 */
export function formattedDate(value: Value, args: Arguments): string {
  const format = args.text('format', '%Y-%m-%d');
  // one letter of a format gives at most some thirty characters
  args.budget.text(format.length * 32);
  const zone = args.has('timezone') ? args.text('timezone') : undefined;
  return strftime(momentOf(value, zone), format);
}

function momentOf(value: Value, zone: string | undefined): Moment {
  if (typeof value === 'bigint') return fromSeconds(value, zone);
  if (typeof value !== 'string') {
    throw new ValueProblem(
      `The filter \`date\` takes a text or whole seconds, not ${kindOf(value)}.`,
    );
  }
  return value.includes('T') ? fromMoment(value, zone) : fromDate(value);
}

function fromSeconds(seconds: bigint, zone: string | undefined): Moment {
  if (seconds > MAX_SECONDS || seconds < -62_135_596_800n) {
    throw new ValueProblem(`The filter \`date\` cannot take ${seconds} seconds.`);
  }
  const local = {
    time: Number(seconds) * 1000,
    nanoseconds: 0,
    offset: undefined,
    zone: undefined,
  };
  return zone === undefined ? local : atZone({ ...local, offset: 0 }, zone);
}

function fromDate(text: string): Moment {
  const [, year, month, day] = DATE.exec(text) ?? [];
  const time = utcTime(Number(year), Number(month), Number(day));
  if (time === undefined) {
    throw new ValueProblem(`\`${text}\` is not a date like 2026-01-31.`);
  }
  // a date alone has no place in the day that another time zone could move
  return { time, nanoseconds: 0, offset: 0, zone: 'UTC' };
}

function utcTime(year: number, month: number, day: number): number | undefined {
  const time = Date.UTC(year, month - 1, day);
  const date = new Date(time);
  const fits = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return fits ? date.setUTCFullYear(year) : undefined;
}

function fromMoment(text: string, zone: string | undefined): Moment {
  const [, date = '', hour, minute, second, fraction = '', offsetText] = MOMENT.exec(text) ?? [];
  const [, year, month, day] = DATE.exec(date) ?? [];
  const start = utcTime(Number(year), Number(month), Number(day));
  const seconds = secondsOf(Number(hour), Number(minute), Number(second));
  if (start === undefined || seconds === undefined) {
    throw new ValueProblem(`\`${text}\` is not a time like 2026-01-31T12:00:00Z.`);
  }
  const local = {
    time: start + seconds * 1000,
    nanoseconds: Number(fraction.padEnd(9, '0')),
    zone: undefined,
  };
  if (offsetText === undefined) return { ...local, offset: 0, zone: 'UTC' };
  const moment = { ...local, offset: offsetOf(offsetText) };
  return zone === undefined ? moment : atZone(moment, zone);
}

function secondsOf(hour: number, minute: number, second: number): number | undefined {
  const isTime = hour < 24 && minute < 60 && second < 60;
  return isTime ? (hour * 60 + minute) * 60 + second : undefined;
}

/** Minutes east of Greenwich. */
function offsetOf(text: string): number {
  if (text.toUpperCase() === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return text.startsWith('-') ? -minutes : minutes;
}
