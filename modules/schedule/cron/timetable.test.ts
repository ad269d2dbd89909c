import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { expected, stamp, zoneRows } from '../testing/zone-rows.js';
import {
  canonicalZone,
  readCron,
  timetable,
  type CronExpression,
  type Timetable,
} from './index.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

function expression(text: string): CronExpression {
  const read = readCron(text);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read;
}

const table = (text: string, zone = 'UTC'): Timetable =>
  timetable(expression(text), canonicalZone(zone)!);

/** The first times from the start of a day on. */
function fires(times: Timetable, from: string, count: number): readonly string[] {
  const start = new Date(Date.parse(from.includes('T') ? from : `${from}T00:00:00Z`) - 1);
  return times.upcoming(start, count).map(stamp);
}

describe('next times where a clock is changed', () => {
  it.each(zoneRows)('%s in %s from %s: %s', (...[text, zone, from, times]) => {
    const instants = expected(from, times);
    expect(fires(table(text, zone), from, instants.length)).toEqual(instants);
  });

  it('has one time where a list names the skipped hour and the one after it', () => {
    expect(fires(table('0 2,3 * * *', 'America/New_York'), '2026-03-08', 2)).toEqual([
      '2026-03-08 07:00',
      '2026-03-09 06:00',
    ]);
  });

  it('has a yearly time that is skipped', () => {
    expect(fires(table('30 2 29 3 *', 'Europe/Berlin'), '2026-01-01', 1)).toEqual([
      '2026-03-29 01:30',
    ]);
  });

  it('has times of a skipped day once, and none twice', () => {
    expect(fires(table('0 9 30 12 *', 'Pacific/Apia'), '2011-01-01', 1)).toEqual([
      '2011-12-30 19:00',
    ]);
    expect(fires(table('0 */6 * * *', 'Pacific/Apia'), '2011-12-30', 7)).toEqual(
      ['30 04:00', '30 10:00', '30 16:00', '30 22:00', '31 04:00', '31 10:00', '31 16:00'].map(
        (time) => `2011-12-${time}`,
      ),
    );
  });

  it('has a time once that the end of one day is moved to and the next day has itself', () => {
    // 23:00 to 24:00 are skipped
    expect(fires(table('0,30 0,23 * * *', 'America/Nuuk'), '2026-03-29', 4)).toEqual([
      '2026-03-29 01:00',
      '2026-03-29 01:30',
      '2026-03-30 00:00',
      '2026-03-30 00:30',
    ]);
  });

  it('repeats the end of a day for real hours, and for fixed hours does not', () => {
    // at 00:01 the clock went back to 23:01
    expect(fires(table('30 * * * *', 'America/St_Johns'), '2010-11-07T02:00Z', 3)).toEqual([
      '2010-11-07 02:00',
      '2010-11-07 03:00',
      '2010-11-07 04:00',
    ]);
    expect(fires(table('30 23 * * *', 'America/St_Johns'), '2010-11-07', 2)).toEqual([
      '2010-11-07 02:00',
      '2010-11-08 03:00',
    ]);
  });

  it('reads any hour field but * as fixed hours', () => {
    const times = ['2026-11-01 04:00', '2026-11-01 05:00', '2026-11-01 07:00'];
    for (const hours of ['*/1', '0-23', '*,5'])
      expect(fires(table(`0 ${hours} * * *`, 'America/New_York'), '2026-11-01T04:00Z', 3)).toEqual(
        times,
      );
  });
});

describe('next times by the calendar', () => {
  const dates = (text: string, from: string, count: number): readonly string[] =>
    fires(table(text, 'UTC'), from, count).map((time) => time.slice(0, 10));

  it('has 29 February in leap years', () => {
    expect(dates('0 0 29 2 *', '2026-01-01', 2)).toEqual(['2028-02-29', '2032-02-29']);
    expect(dates('0 0 29 2 *', '2096-03-01', 1)).toEqual(['2104-02-29']);
  });

  it('has the 31st in months that have one', () => {
    expect(dates('0 0 31 * *', '2026-01-01', 4)).toEqual([
      '2026-01-31',
      '2026-03-31',
      '2026-05-31',
      '2026-07-31',
    ]);
  });

  it.each(['0 0 13 * 5', '0 0 13 * FRI'])('joins %s by "or"', (text) => {
    expect(dates(text, '2026-02-01', 6)).toEqual([
      '2026-02-06',
      '2026-02-13',
      '2026-02-20',
      '2026-02-27',
      '2026-03-06',
      '2026-03-13',
    ]);
  });

  it('joins a day of month and a weekday by "and" when one begins with *', () => {
    expect(dates('0 0 */2 * 1', '2026-02-01', 3)).toEqual([
      '2026-02-09',
      '2026-02-23',
      '2026-03-09',
    ]);
    expect(dates('0 0 13 * */5', '2026-02-01', 2)).toEqual(['2026-02-13', '2026-03-13']);
  });

  it('has 7 and 0 for Sunday', () => {
    for (const weekday of ['0', '7', 'sun', '7-7'])
      expect(dates(`0 0 * * ${weekday}`, '2026-02-02', 1)).toEqual(['2026-02-08']);
    expect(dates('0 0 * * 5-7', '2026-02-02', 3)).toEqual([
      '2026-02-06',
      '2026-02-07',
      '2026-02-08',
    ]);
  });

  it('has no next time for a date that never comes', () => {
    expect(table('0 0 30 2 *').next(new Date(0))).toBeUndefined();
    expect(table('0 0 30 2 *').last(new Date(0), new Date(30 * 366 * DAY))).toBeUndefined();
    expect(table('0 0 30 2 *').count(new Date(0), new Date(30 * 366 * DAY))).toBe(0);
    expect(table('0 0 30 2 *').upcoming(new Date(0), 3)).toEqual([]);
  });
});

describe('a span of time', () => {
  const span = (from: string, to: string): readonly [Date, Date] => [new Date(from), new Date(to)];

  it.each([
    ['* * * * *', 'UTC', 43_200],
    ['* * * * *', 'America/New_York', 43_200],
    ['*/15 0-23 * * *', 'Asia/Tokyo', 2880],
    ['*/15 0-23 * * *', 'America/New_York', 2876],
    ['0 0 * * *', 'Europe/Berlin', 30],
  ])('of 30 days counts %s in %s', (text, zone, count) => {
    const [from, to] = span('2026-10-20T12:00:00Z', '2026-11-19T12:00:00Z');
    expect(table(text, zone).count(from, to)).toBe(count);
  });

  it('of a year counts every minute', () => {
    const [from, to] = span('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z');
    expect(table('* * * * *', 'Europe/Berlin').count(from, to)).toBe(525_600);
  });

  it('has its end in it, but not its start', () => {
    const [from, to] = span('2026-01-01T09:00:00Z', '2026-01-02T09:00:00Z');
    const daily = table('0 9 * * *');
    expect(daily.count(from, to)).toBe(1);
    expect(daily.last(from, to)).toEqual(to);
    expect(daily.last(from, new Date(to.getTime() - 1))).toBeUndefined();
    expect(daily.next(from)).toEqual(to);
    expect(daily.count(to, from)).toBe(0);
    expect(daily.last(to, from)).toBeUndefined();
  });

  it('finds the last time of long ago', () => {
    const [from, to] = span('2000-01-01T00:00:00Z', '2027-12-31T00:00:00Z');
    expect(table('0 0 29 2 *', 'Asia/Tokyo').last(from, to)).toEqual(
      new Date('2024-02-28T15:00:00Z'),
    );
  });
});

describe('the shortest interval', () => {
  it.each([
    ['* * * * *', 1],
    ['*/5 * * * *', 5],
    ['*/7 * * * *', 4],
    ['0 * * * *', 60],
    ['0 9 * * *', 1440],
    ['0 9 * * 1', 7 * 1440],
    ['0,58 0,23 * * *', 2],
    ['0,58 0,23 * * 1', 58],
    ['0,58 0,23 13 * 5', 2],
    ['0 0 1 * *', 28 * 1440],
    ['0,59 0,23 1,29 2,3 *', 1],
    ['0 0 29 2 *', 1461 * 1440],
    ['0 0 30 2 *', Infinity],
  ])('of %s is %d minutes, also where the clock is changed', (text, minutes) => {
    const after = new Date('2026-03-06T12:00:00Z');
    expect(table(text).shortestInterval(after)).toBe(minutes);
    expect(table(text, 'Australia/Lord_Howe').shortestInterval(after)).toBe(minutes);
  });
});

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Europe/Dublin',
  'Australia/Lord_Howe',
  'America/Havana',
  'America/Nuuk',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Pacific/Chatham',
  'America/St_Johns',
  'Pacific/Apia',
];

/** Days before changes of a clock. */
const CHANGES = [
  '2026-03-07',
  '2026-03-28',
  '2026-10-31',
  '2026-10-24',
  '2026-04-04',
  '2011-12-29',
];

const list = (from: number, to: number): fc.Arbitrary<string> =>
  fc.uniqueArray(fc.integer({ min: from, max: to }), { minLength: 1, maxLength: 4 }).map(String);
const any = fc.constant('*');

const expressions = fc
  .tuple(
    fc.oneof(list(0, 59), fc.constantFrom('*/15', '*', '0-10/5')),
    fc.oneof(any, list(0, 23), fc.constantFrom('*/2', '0-3', '22-23')),
    fc.oneof(any, any, list(1, 31), fc.constant('*/2')),
    fc.oneof(any, any, list(1, 12)),
    fc.oneof(any, any, list(0, 7), fc.constantFrom('MON-FRI', '*/2')),
  )
  .map((fields) => fields.join(' '));

const instants = fc
  .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -2 * DAY, max: 3 * DAY }))
  .map(([day, away]) => new Date(Date.parse(day) + away));

const formats = new Map<string, Intl.DateTimeFormat>();

/** What a clock in the zone shows, as if it were UTC. */
function shown(instant: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
}

/** The instant of a local time, by trying the offsets of the day before and of the day after. */
function instantOf(local: number, zone: string): number {
  const [before = 0, after = 0] = [local - DAY, local + DAY].map(
    (near) => local - (shown(near, zone) - near),
  );
  const holding = [before, after].filter((instant) => shown(instant, zone) === local);
  return holding.length === 0 ? before : Math.min(...holding);
}

function fitsDay(date: Date, { days, months, weekdays, dayOrWeekday }: CronExpression): boolean {
  const [day, weekday] = [days.includes(date.getUTCDate()), weekdays.includes(date.getUTCDay())];
  return (
    months.includes(date.getUTCMonth() + 1) && (dayOrWeekday ? day || weekday : day && weekday)
  );
}

describe('a timetable', () => {
  it('finds every minute whose local time fits, for real hours, and no other', () => {
    const minutes = fc.oneof(list(0, 59), fc.constantFrom('*/15', '*'));
    const days = fc.constantFrom('* * *', '7-29/2 * *', '* * 0');
    fc.assert(
      fc.property(
        fc.tuple(minutes, days),
        fc.constantFrom(...ZONES),
        instants,
        ([minute, day], zone, after) => {
          const read = expression(`${minute} * ${day}`);
          const first = Math.floor(after.getTime() / MINUTE) + 1;
          const real = Array.from({ length: 300 }, (_, at) => (first + at) * MINUTE).filter(
            (instant) => {
              const clock = new Date(shown(instant, zone));
              return read.minutes.includes(clock.getUTCMinutes()) && fitsDay(clock, read);
            },
          );
          const until = (first + 299) * MINUTE;
          const found = table(read.text, zone)
            .upcoming(after, 300)
            .map((time) => time.getTime());
          expect(found.filter((time) => time <= until)).toEqual(real);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('has one instant for each fixed local time', () => {
    const fixed = expressions.filter((text) => text.split(' ')[1] !== '*');
    fc.assert(
      fc.property(fixed, fc.constantFrom(...ZONES), instants, (text, zone, after) => {
        const read = expression(text);
        const [start, end] = [after.getTime(), after.getTime() + 2 * DAY];
        const today = Math.floor(start / DAY) * DAY;
        const locals = [-2, -1, 0, 1, 2, 3, 4]
          .map((away) => today + away * DAY)
          .filter((day) => fitsDay(new Date(day), read))
          .flatMap((day) =>
            Array.from(read.hours, Number).flatMap((hour) =>
              read.minutes.map((minute) => day + (hour * 60 + minute) * MINUTE),
            ),
          );
        const all = new Set(locals.map((local) => instantOf(local, zone)));
        const within = [...all].filter((instant) => instant > start && instant <= end);
        const found = table(text, zone)
          .upcoming(after, within.length + 1)
          .map((time) => time.getTime());
        expect(found.filter((time) => time <= end)).toEqual(within.sort((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });

  it('counts, and knows as the last, what one after the other finds', () => {
    fc.assert(
      fc.property(
        expressions,
        fc.constantFrom(...ZONES),
        fc.tuple(instants, fc.integer({ min: 0, max: 3 * DAY })),
        (text, zone, [after, length]) => {
          const one = table(text, zone);
          const until = new Date(after.getTime() + length);
          const times: Date[] = [];
          for (let time = one.next(after); time && time <= until; time = one.next(time))
            times.push(time);
          expect(one.count(after, until)).toBe(times.length);
          expect(one.last(after, until)).toEqual(times.at(-1));
        },
      ),
      { numRuns: 500 },
    );
  });
});
