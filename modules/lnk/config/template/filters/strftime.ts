import { ValueProblem } from '../template-error.js';
import type { Moment } from './time-zone.js';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];
const DAY = 86_400_000;

interface Numeric {
  readonly of: (date: Date, moment: Moment) => number;
  readonly width: number;
  readonly pad: '0' | ' ';
}

const NUMBERS: ReadonlyMap<string, Numeric> = new Map<string, Numeric>([
  ['Y', { of: (date) => date.getUTCFullYear(), width: 4, pad: '0' }],
  ['C', { of: (date) => Math.floor(date.getUTCFullYear() / 100), width: 2, pad: '0' }],
  ['y', { of: (date) => date.getUTCFullYear() % 100, width: 2, pad: '0' }],
  ['m', { of: (date) => date.getUTCMonth() + 1, width: 2, pad: '0' }],
  ['d', { of: (date) => date.getUTCDate(), width: 2, pad: '0' }],
  ['e', { of: (date) => date.getUTCDate(), width: 2, pad: ' ' }],
  ['w', { of: (date) => date.getUTCDay(), width: 1, pad: '0' }],
  ['u', { of: (date) => date.getUTCDay() || 7, width: 1, pad: '0' }],
  ['U', { of: (date) => weekOf(date, 0), width: 2, pad: '0' }],
  ['W', { of: (date) => weekOf(date, 1), width: 2, pad: '0' }],
  ['G', { of: (date) => isoWeek(date).year, width: 4, pad: '0' }],
  ['g', { of: (date) => isoWeek(date).year % 100, width: 2, pad: '0' }],
  ['V', { of: (date) => isoWeek(date).week, width: 2, pad: '0' }],
  ['j', { of: dayOfYear, width: 3, pad: '0' }],
  ['H', { of: (date) => date.getUTCHours(), width: 2, pad: '0' }],
  ['k', { of: (date) => date.getUTCHours(), width: 2, pad: ' ' }],
  ['I', { of: (date) => date.getUTCHours() % 12 || 12, width: 2, pad: '0' }],
  ['l', { of: (date) => date.getUTCHours() % 12 || 12, width: 2, pad: ' ' }],
  ['M', { of: (date) => date.getUTCMinutes(), width: 2, pad: '0' }],
  ['S', { of: (date) => date.getUTCSeconds(), width: 2, pad: '0' }],
  [
    's',
    {
      of: (date, { offset = 0 }) => Math.floor(date.getTime() / 1000) - offset * 60,
      width: 1,
      pad: '0',
    },
  ],
  ['f', { of: (_, { nanoseconds }) => nanoseconds, width: 9, pad: '0' }],
]);

const TEXTS: ReadonlyMap<string, (date: Date, moment: Moment) => string> = new Map<
  string,
  (date: Date, moment: Moment) => string
>([
  ['a', (date) => nameOf(DAYS, date.getUTCDay()).slice(0, 3)],
  ['A', (date) => nameOf(DAYS, date.getUTCDay())],
  ['b', (date) => nameOf(MONTHS, date.getUTCMonth()).slice(0, 3)],
  ['h', (date) => nameOf(MONTHS, date.getUTCMonth()).slice(0, 3)],
  ['B', (date) => nameOf(MONTHS, date.getUTCMonth())],
  ['p', (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM')],
  ['P', (date) => (date.getUTCHours() < 12 ? 'am' : 'pm')],
  ['z', (_, moment) => offsetText(moment, '')],
  [':z', (_, moment) => offsetText(moment, ':')],
  ['::z', (_, moment) => `${offsetText(moment, ':')}:00`],
  [':::z', (_, moment) => offsetText(moment, ':').slice(0, 3)],
  ['Z', zoneText],
  ['.f', (_, { nanoseconds }) => shortFraction(nanoseconds)],
  ['n', () => '\n'],
  ['t', () => '\t'],
  ['%', () => '%'],
]);

const COMPOSED: ReadonlyMap<string, string> = new Map([
  ['D', '%m/%d/%y'],
  ['x', '%m/%d/%y'],
  ['F', '%Y-%m-%d'],
  ['v', '%e-%b-%Y'],
  ['R', '%H:%M'],
  ['T', '%H:%M:%S'],
  ['X', '%H:%M:%S'],
  ['r', '%I:%M:%S %p'],
  ['c', '%a %b %e %H:%M:%S %Y'],
  ['+', '%Y-%m-%dT%H:%M:%S%.f%:z'],
]);

const DIRECTIVE = /%(?:[-_0]?[YCymdewuUWGgVjHkIlMSsf]|\.?[369]f|:{0,3}z|\.f|[A-Za-z%+]|)/g;
const NUMBER = /^%([-_0]?)([YCymdewuUWGgVjHkIlMSsf])$/;
const FRACTION = /^%(\.?)([369])f$/;

/**
 * A moment by a format.
 * @throws {ValueProblem} for a format that there is not
 */
export function strftime(moment: Moment, format: string): string {
  const date = new Date(moment.time);
  return format.replace(DIRECTIVE, (directive) => {
    const text = directiveText(directive, { date, moment });
    if (text !== undefined) return text;
    throw new ValueProblem(`The format of the date has the unknown part \`${directive}\`.`);
  });
}

interface When {
  readonly date: Date;
  readonly moment: Moment;
}

function directiveText(directive: string, when: When): string | undefined {
  const [, padding = '', number] = NUMBER.exec(directive) ?? [];
  if (number !== undefined) return numberText(number, padding, when);
  const [, point = '', digits] = FRACTION.exec(directive) ?? [];
  if (digits !== undefined) return point + fraction(when.moment.nanoseconds, Number(digits));
  const name = directive.slice(1);
  const composed = COMPOSED.get(name);
  if (composed !== undefined) return strftime(when.moment, composed);
  return TEXTS.get(name)?.(when.date, when.moment);
}

function numberText(name: string, padding: string, { date, moment }: When): string {
  const numeric = NUMBERS.get(name);
  if (numeric === undefined) return '';
  const text = String(numeric.of(date, moment));
  if (padding === '-') return text;
  const pad = padding === '_' ? ' ' : padding === '0' ? '0' : numeric.pad;
  return text.padStart(numeric.width, pad);
}

function nameOf(names: readonly string[], index: number): string {
  return names[index] ?? '';
}

function fraction(nanoseconds: number, digits: number): string {
  return String(nanoseconds).padStart(9, '0').slice(0, digits);
}

function shortFraction(nanoseconds: number): string {
  const digits = [0, 3, 6, 9].find((count) => nanoseconds % 10 ** (9 - count) === 0) ?? 9;
  return digits === 0 ? '' : `.${fraction(nanoseconds, digits)}`;
}

function offsetText({ offset }: Moment, separator: string): string {
  if (offset === undefined) {
    throw new ValueProblem(
      'Seconds have no time zone that the format could print.',
      'Give the filter `date` a `timezone`.',
    );
  }
  const minutes = Math.abs(offset);
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return (offset < 0 ? '-' : '+') + parts.join(separator);
}

function zoneText(_: Date, moment: Moment): string {
  return moment.zone ?? offsetText(moment, ':');
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY) + 1;
}

/** The week of a year that begins with its first Sunday (0) or Monday (1). */
function weekOf(date: Date, firstDay: 0 | 1): number {
  const weekday = (date.getUTCDay() - firstDay + 7) % 7;
  return Math.floor((dayOfYear(date) + 6 - weekday) / 7);
}

function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY);
  return {
    year: thursday.getUTCFullYear(),
    week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1,
  };
}
