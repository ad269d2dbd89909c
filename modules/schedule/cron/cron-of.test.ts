import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cronOf, readCron } from './index.js';

describe('a schedule as text', () => {
  it.each([
    ['hourly', '0 * * * *'],
    ['HOURLY', '0 * * * *'],
    ['daily at 09:30', '30 9 * * *'],
    ['Daily At 00:00', '0 0 * * *'],
    ['weekdays at 18:05', '5 18 * * 1-5'],
    ['weekly on Monday at 09:00', '0 9 * * 1'],
    ['weekly on sun at 23:59', '59 23 * * 0'],
    ['monthly on 1st at 08:00', '0 8 1 * *'],
    ['monthly on 2nd at 08:00', '0 8 2 * *'],
    ['monthly on 11th at 08:00', '0 8 11 * *'],
    ['monthly on 23RD at 08:00', '0 8 23 * *'],
    ['monthly on 31st at 08:00', '0 8 31 * *'],
    ['every 15 minutes', '*/15 * * * *'],
    ['every 1 minute', '* * * * *'],
    ['every 60 minutes', '0 * * * *'],
    ['every 6 hours', '0 */6 * * *'],
    ['every 1 hour', '0 * * * *'],
    ['every 24 hours', '0 0 * * *'],
    ['every 30 minutes on weekdays', '*/30 * * * 1-5'],
    ['every 15 minutes between 09:00-17:00', '*/15 9-16 * * *'],
    ['every 60 minutes between 09:00-17:00', '0 9-16 * * *'],
    ['every 20 minutes between 09:00-10:00', '*/20 9 * * *'],
    ['every 10 minutes between 09:05-09:50', '5-49/10 9 * * *'],
    ['every 1 minute between 09:30-10:00', '30-59 9 * * *'],
    ['every 30 minutes between 09:10-09:20', '10 9 * * *'],
    ['every 5 minutes between 22:00-24:00', '*/5 22-23 * * *'],
    ['30 9 * * MON-FRI', '30 9 * * MON-FRI'],
  ])('%s is %s', (text, cron) => {
    expect(cronOf(text)).toEqual({ cron });
    expect(readCron(cron)).not.toHaveProperty('problems');
  });

  it.each([
    ['', 'expression: the expression is empty.'],
    ['fortnightly', '"fortnightly" is not a schedule. A schedule is one of: hourly; daily at '],
    ['daily at 9:30', '"9:30" is not a time. Write hours and minutes with two digits each'],
    ['daily at 24:00', '"24:00" is not a time.'],
    ['daily at 09:60', '"09:60" is not a time.'],
    ['daily at 9am', '"9am" is not a time.'],
    ['daily  at 09:00', 'is not a schedule.'],
    ['daily at 09:00 ', 'is not a schedule.'],
    ['weekly on Mo at 09:00', '"Mo" is not a weekday. Write its name, such as Monday or Mon.'],
    ['weekly on \u017fun at 09:00', 'is not a weekday.'],
    ['monthly on 1 at 08:00', '"1" is not a day of a month. Write 1st, 2nd, 3rd up to 31st.'],
    ['monthly on 1th at 08:00', '"1th" is not a day of a month. Write 1st.'],
    ['monthly on 12nd at 08:00', '"12nd" is not a day of a month. Write 12th.'],
    ['monthly on 32nd at 08:00', '"32nd" is not a day of a month.'],
    ['every 7 minutes', '7 minutes do not divide an hour evenly. Write 1, 2, 3'],
    ['every 90 minutes', '90 minutes do not divide an hour evenly.'],
    ['every 120 minutes', '120 minutes are more than an hour. Write every 2 hours.'],
    ['every 0 minutes', '"0" is not a whole number from 1 on.'],
    ['every 1e1 minutes', '"1e1" is not a whole number from 1 on.'],
    ['every 5 hours', '5 hours do not divide a day evenly. Write 1, 2, 3'],
    ['every 7 minutes on weekdays', '7 minutes do not divide an hour evenly.'],
    ['every 5 minutes between 09:30-11:00', 'A window over several hours starts and ends on whole'],
    ['every 5 minutes between 09:00-11:30', 'A window over several hours starts and ends on whole'],
    ['every 5 minutes between 17:00-09:00', 'The window ends before it starts.'],
    ['every 5 minutes between 09:00-09:00', 'The window ends before it starts.'],
    ['every 5 minutes between 24:00-24:00', '"24:00" is not a time.'],
    ['every 5 minutes between 09:00-25:00', '"25:00" is not a time.'],
    ['60 9 * * *', 'minute: "60" is no minute. Write 0 to 59'],
    ['@daily', 'expression: "@daily" is a nickname. Write 0 0 * * *.'],
  ])('%j is refused', (text, message) => {
    expect(cronOf(text)).toEqual({
      problems: [{ path: [], message: expect.stringContaining(message) }],
    });
  });
});

describe('a schedule as an object', () => {
  it.each([
    [{}, '* * * * *'],
    [{ minute: 0 }, '0 * * * *'],
    // what is omitted is any, literally
    [{ hour: 9 }, '* 9 * * *'],
    [{ minute: 30, hour: [17, 9, 9], weekday: 'Monday' }, '30 9,17 * * 1'],
    [{ minute: { every: 15 } }, '*/15 * * * *'],
    [{ minute: { every: 60 }, hour: { every: 1 } }, '0 * * * *'],
    [{ minute: 0, hour: { every: 6 } }, '0 */6 * * *'],
    [{ minute: 0, hour: { between: [9, 17] } }, '0 9-17 * * *'],
    [{ minute: { between: [5, 5] } }, '5 * * * *'],
    [{ minute: 0, hour: 0, day: { every: 2 }, weekday: 1 }, '0 0 1-31/2 * 1'],
    [{ minute: 0, hour: 0, month: ['jan', 'JULY', 3] }, '0 0 * 1,3,7 *'],
    [{ minute: 0, hour: 0, weekday: ['sat', 7] }, '0 0 * * 6,7'],
  ])('%j is %s', (schedule, cron) => {
    expect(cronOf(schedule)).toEqual({ cron });
  });

  it.each([
    [{ second: 0 }, ['second'], '"second" is not known. Known are minute, hour, day, month, w'],
    [{ minute: 60 }, ['minute'], '"minute" must be a whole number from 0 to 59, a list of these, '],
    [{ minute: '5' }, ['minute'], '"minute" must be a whole number'],
    [{ minute: 1.5 }, ['minute'], '"minute" must be a whole number'],
    [{ minute: null }, ['minute'], '"minute" must be a whole number'],
    [{ minute: [] }, ['minute'], '"minute" is an empty list. Leave it out for any minute.'],
    [{ minute: [0, 60] }, ['minute', 1], '"minute.1" must be a whole number from 0 to 59.'],
    [{ minute: [[0]] }, ['minute', 0], '"minute.0" must be a whole number'],
    [{ minute: { every: 7 } }, ['minute', 'every'], '"minute.every" must be 1, 2, 3, 4, 5, 6, 10'],
    [{ minute: { every: '5' } }, ['minute', 'every'], '"minute.every" must be 1, 2, 3'],
    [{ hour: { every: 5 } }, ['hour', 'every'], '"hour.every" must be 1, 2, 3, 4, 6, 8, 12 or'],
    [{ day: { every: 32 } }, ['day', 'every'], '"day.every" must be a whole number from 1 to 31'],
    [{ day: { every: 0 } }, ['day', 'every'], '"day.every" must be a whole number from 1 to 31'],
    [{ minute: {} }, ['minute'], '"minute" must be'],
    [{ minute: { every: 5, between: [0, 30] } }, ['minute'], '"minute" must be'],
    [{ hour: { between: [17, 9] } }, ['hour', 'between'], '"hour.between" must be a list of two'],
    [{ hour: { between: [9] } }, ['hour', 'between'], '"hour.between" must be a list of two'],
    [{ hour: { between: [1, 2, 3] } }, ['hour', 'between'], '"hour.between" must be a list of two'],
    [{ hour: { between: 9 } }, ['hour', 'between'], '"hour.between" must be a list of two'],
    [{ month: 'Janu' }, ['month'], '"month" must be a whole number from 1 to 12 or a name, a list'],
    [{ month: { every: 2 } }, ['month'], '"month" must be a whole number from 1 to 12 or a name'],
    [{ weekday: 8 }, ['weekday'], '"weekday" must be a whole number from 0 to 7 or a name'],
    [{ day: 0 }, ['day'], '"day" must be a whole number from 1 to 31'],
  ])('%j is refused', (schedule, path, message) => {
    expect(cronOf(schedule)).toEqual({
      problems: [{ path, message: expect.stringContaining(message) }],
    });
  });

  it('is refused with every problem', () => {
    expect(cronOf({ minutes: 5, hour: 24, weekday: ['x', 1, 'y'] })).toMatchObject({
      problems: [
        { path: ['minutes'] },
        { path: ['hour'] },
        { path: ['weekday', 0] },
        { path: ['weekday', 2] },
      ],
    });
  });

  it('is refused when it is too long as five fields', () => {
    const all = (most: number): readonly number[] => Array.from({ length: most }, (_, at) => at);
    expect(cronOf({ minute: all(60), hour: all(24), day: all(29).slice(1) })).toMatchObject({
      problems: [{ path: [], message: expect.stringContaining('more than 256 characters') }],
    });
  });
});

describe('a schedule', () => {
  it.each([undefined, null, 5, true, [], ['hourly']])('is no %j', (schedule) => {
    expect(cronOf(schedule)).toMatchObject({ problems: [{ path: [] }] });
  });

  it('is an expression or has problems, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string()), (schedule) => {
        const reading = cronOf(schedule);
        if ('problems' in reading) expect(reading.problems).not.toHaveLength(0);
        else expect(readCron(reading.cron)).not.toHaveProperty('problems');
      }),
    );
  });
});
