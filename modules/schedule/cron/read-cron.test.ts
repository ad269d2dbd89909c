import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import cron from 'node-cron';
import { canonicalZone, comesTooLate, readCron, timetable, type CronExpression } from './index.js';

const NOW = new Date('2026-05-01T12:00:00Z');

/** `field: message. hint` of each problem. */
function problemsOf(text: string): readonly string[] {
  const read = readCron(text);
  if (!('problems' in read)) return [];
  return read.problems.map(({ field, message, hint }) => `${field}: ${message}. ${hint}`);
}

function accepted(text: string): CronExpression | undefined {
  const read = readCron(text);
  if ('problems' in read) return undefined;
  return comesTooLate(timetable(read, 'UTC'), read, NOW) === undefined ? read : undefined;
}

describe('an expression', () => {
  it('is read as what it means', () => {
    expect(readCron('*/20,5 9-11 1,15-17 jan,MAR-May/2 Mon,5-7')).toEqual({
      text: '*/20,5 9-11 1,15-17 jan,MAR-May/2 Mon,5-7',
      minutes: [0, 5, 20, 40],
      hours: [9, 10, 11],
      days: [1, 15, 16, 17],
      months: [1, 3, 5],
      weekdays: [0, 1, 5, 6],
      dayOrWeekday: true,
    });
    expect(readCron('0 * */10 * */3')).toMatchObject({
      hours: '*',
      days: [1, 11, 21, 31],
      weekdays: [0, 3, 6],
      dayOrWeekday: false,
    });
  });

  it.each([
    '* * * * *',
    '59 23 31 12 7',
    '05 09 01 01 00',
    '*/60 */24 */31 */12 *',
    '0 0 * * */7',
    '0-59/60 0-23 1-31 JAN-DEC SUN-SAT',
    '*,5 0 * * *',
    '5-5 0 * * 7-7',
  ])('%s is accepted, by node-cron too', (text) => {
    expect(accepted(text)).toBeDefined();
    expect(cron.validate(text)).toBe(true);
  });

  it.each([
    ['', 'expression: the expression is empty. Write minute, hour'],
    ['   ', 'expression: the expression is empty. '],
    [' 0 9 * * *', 'expression: the expression starts or ends with a space. Write "0 9 * * *".'],
    ['0 9 * * * ', 'expression: the expression starts or ends with a space. Write "0 9 * * *".'],
    ['0  9 * * *', 'expression: two fields are separated by more than one space. Write "0 9 '],
    ['0\t9 * * *', 'expression: the expression has tabs, line breaks or other blanks'],
    ['0 9 * * *\n', 'expression: the expression has tabs, line breaks or other blanks'],
    ['0\u00a09 * * *', 'expression: the expression has tabs, line breaks or other blanks'],
    ['0 9 * *', 'expression: the expression has 4 fields instead of five. Write minute, '],
    ['0 0 9 * * *', 'expression: the expression has 6 fields instead of five. There is no field'],
    ['0 0 0 9 * * *', 'expression: the expression has 7 fields instead of five. Write minute'],
    ['@daily', 'expression: "@daily" is a nickname. Write 0 0 * * *.'],
    ['@Hourly', 'expression: "@Hourly" is a nickname. Write 0 * * * *.'],
    ['@reboot', 'expression: "@reboot" is not an expression of five fields. '],
    [`${'0,'.repeat(124)}0 * * * *`, 'expression: the expression has more than 256 characters. '],
    ['60 9 * * *', 'minute: "60" is no minute. Write 0 to 59: 0, 0,30, 10-20 or */15.'],
    ['0 24 * * *', 'hour: "24" is no hour. Write 0 to 23'],
    ['0 9 0 * *', 'day of month: "0" is no day of month. '],
    ['0 9 32 * *', 'day of month: "32" is no day of month. '],
    ['0 9 * 13 *', 'month: "13" is no month. Write 1 to 12 or JAN to DEC: '],
    ['0 9 * january *', 'month: "january" is no month. Write names with three letters: JAN.'],
    ['0 9 * * 8', 'weekday: "8" is no weekday. Write 0 to 7 or SUN to SAT: '],
    ['0 9 * * JAN', 'weekday: "JAN" is no weekday. Write '],
    ['0 9 * * \u017fun', 'weekday: "\u017fun" is no weekday. Write '],
    ['\uff15 9 * * *', 'minute: "\uff15" is no minute. '],
    ['1e1 9 * * *', 'minute: "1e1" is no minute. '],
    ['+5 9 * * *', 'minute: "+5" is no minute. '],
    ['-5 9 * * *', 'minute: "-5" is neither a value nor a range. '],
    ['5.0 9 * * *', 'minute: "5.0" is no minute. '],
    ['0x5 9 * * *', 'minute: "0x5" is no minute. '],
    ['005 9 * * *', 'minute: "005" is no minute. '],
    ['0 9 ? * *', 'day of month: "?" has a question mark. Write * where any value fits.'],
    ['0 9 L * *', 'day of month: "L" uses L, W or #, which other programs understand'],
    ['0 9 15W * *', 'day of month: "15W" uses L, W or #'],
    ['0 9 LW * *', 'day of month: "LW" uses L, W or #'],
    ['0 9 * * 1#2', 'weekday: "1#2" uses L, W or #'],
    ['0 9 * * 5L', 'weekday: "5L" uses L, W or #'],
    ['0 22-2 * * *', 'hour: the range "22-2" runs backwards. Write 22-23,0-2.'],
    ['0 9 * NOV-JAN *', 'month: the range "NOV-JAN" runs backwards. Write 11-12,1.'],
    ['0 9 * * FRI-SUN', 'weekday: the range "FRI-SUN" runs backwards. Write 5-7.'],
    ['0 9 * * SAT-MON', 'weekday: the range "SAT-MON" runs backwards. Write 6,0-1.'],
    ['5/15 9 * * *', 'minute: "5/15" has a step, but no range. Write 5-59/15, or */15 for all '],
    ['*/61 9 * * *', 'minute: the step "61" is not a whole number from 1 to 60. '],
    ['0 */25 * * *', 'hour: the step "25" is not a whole number from 1 to 24. '],
    ['*/0 9 * * *', 'minute: the step "0" is not a whole number'],
    ['*/ 9 * * *', 'minute: the step "" is not a whole number'],
    ['*/-1 9 * * *', 'minute: the step "-1" is not a whole number'],
    ['*/2/3 9 * * *', 'minute: "*/2/3" has more than one step. '],
    ['1-2-3 9 * * *', 'minute: "1-2-3" is neither a value nor a range. '],
    ['1- 9 * * *', 'minute: "1-" is neither a value nor a range. '],
    ['*-5 9 * * *', 'minute: "*" is no minute. '],
    ['1,,2 9 * * *', 'minute: an entry of the list is empty. Separate values by single commas'],
    [',1 9 * * *', 'minute: an entry of the list is empty. '],
    ['** 9 * * *', 'minute: "**" is no minute. '],
  ])('%j is refused', (text, problem) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
  });

  it('is refused with the first problem of each field', () => {
    expect(problemsOf('60,61 24 ? 1-0 x').map((problem) => problem.split(':')[0])).toEqual([
      'minute',
      'hour',
      'day of month',
      'month',
      'weekday',
    ]);
  });

  it.each([
    ['0 0 30 2 *', 'day of month', 'no month that is named has a day 30'],
    ['0 0 31 4 *', 'day of month', 'no month that is named has a day 31'],
    ['0 0 31 2,4,6,9,11 *', 'day of month', 'no month that is named has a day 31'],
    ['0 0 30 2 1', 'day of month', 'no month that is named has a day 30'],
    ['0 0 13 11 */7', 'expression', 'the next time is 2033-11-13, more than five years away'],
  ])('%s comes never or too late', (text, field, message) => {
    const read = readCron(text) as CronExpression;
    expect(comesTooLate(timetable(read, 'UTC'), read, new Date('2027-11-14T00:00:00Z'))).toEqual({
      field,
      message,
      hint: expect.any(String),
    });
  });

  it('may wait for 29 February, but not for one on a Sunday in 2060', () => {
    const read = readCron('0 0 29 2 *') as CronExpression;
    const late = new Date('2096-03-01T00:00:00Z');
    expect(comesTooLate(timetable(read, 'UTC'), read, late)).toBeUndefined();
    const sunday = readCron('0 0 29 2 */7') as CronExpression;
    expect(
      comesTooLate(timetable(sunday, 'UTC'), sunday, new Date('2033-01-01T00:00:00Z')),
    ).toMatchObject({ message: 'the days that are named never fall together within nine years' });
  });

  it('is one for node-cron too whenever it is accepted', () => {
    const piece = fc.constantFrom(
      ...['*', '0', '1', '5', '07', '29', '30', '31', '59', '60', '7', '-', '-', '/', '/', ','],
      ...['MON', 'sat', 'Feb', 'DEC', 'L', '#', '?', '2', '10', '23'],
    );
    const value = fc.constantFrom('0', '1', '2', '5', '07', '12', '28', '31', 'sun', 'FRI', 'Jun');
    const item = fc.oneof(
      value,
      fc.tuple(value, value).map(([from, to]) => `${from}-${to}`),
      fc.tuple(value, value, value).map(([from, to, step]) => `${from}-${to}/${step}`),
      value.map((step) => `*/${step}`),
      fc.constant('*'),
    );
    const list = fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(','));
    const chaos = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    const field = fc.oneof({ weight: 6, arbitrary: list }, { weight: 1, arbitrary: chaos });
    const five = fc.tuple(...Array.from({ length: 5 }, () => fc.oneof(fc.constant('*'), field)));
    let valid = 0;
    fc.assert(
      fc.property(fc.oneof(five, fc.tuple(field, field, field, field, field)), (fields) => {
        const text = fields.join(' ');
        if (accepted(text) === undefined) return;
        valid += 1;
        expect([text, cron.validate(text)]).toEqual([text, true]);
      }),
      { numRuns: 20_000 },
    );
    expect(valid).toBeGreaterThan(500);
  });

  it('is answered whatever the text', () => {
    const text = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(text, (any) => {
        expect(readCron(any)).toBeDefined();
      }),
    );
  });
});

describe('a zone', () => {
  it.each([
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['US/Eastern', 'America/New_York'],
    ['europe/BERLIN', 'Europe/Berlin'],
    ['America/Argentina/Buenos_Aires', 'America/Buenos_Aires'],
  ])('%s is %s', (name, canonical) => {
    // which of two names is the canonical one depends on the version of the zone data
    const known = new Intl.DateTimeFormat('en', { timeZone: canonical }).resolvedOptions().timeZone;
    expect(canonicalZone(name)).toBe(known);
  });

  it.each([
    ...['+02:00', '-05', '+0200', 'GMT+1', 'UTC+2', 'Local', 'localtime', '', ' UTC', 'UTC '],
    ...['UTC\n', 'UTC\0', '../../etc/passwd', '/usr/share/zoneinfo/UTC', 'Europe/Nowhere', 'Z'],
    ...['\uff35\uff34\uff23', undefined, null, 0, true, {}, ['UTC']],
  ])('%j is none', (name) => {
    expect(canonicalZone(name)).toBeUndefined();
  });

  it('has one canonical name', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const canonical = canonicalZone(zone.toLowerCase());
      expect(canonical).toBeDefined();
      expect(canonicalZone(canonical)).toBe(canonical);
    }
    fc.assert(
      fc.property(fc.string(), (name) => {
        const canonical = canonicalZone(name);
        expect(canonicalZone(canonical)).toBe(canonical);
      }),
    );
  });
});
