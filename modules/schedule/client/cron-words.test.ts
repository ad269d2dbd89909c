import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cronOf } from '../cron/index.js';
import { cronWords } from './cron-words.js';

it.each([
  ['0 * * * *', 'hourly'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['*/30 * * * 1-5', 'every 30 minutes on weekdays'],
  ['0 */6 * * *', 'every 6 hours'],
  ['30 9 * * *', 'daily at 09:30'],
  ['5 18 * * 1-5', 'weekdays at 18:05'],
  ['0 9 * * 0', 'weekly on Sunday at 09:00'],
  ['0 8 2 * *', 'monthly on 2nd at 08:00'],
  ['0 8 11 * *', 'monthly on 11th at 08:00'],
  ['0 8 31 * *', 'monthly on 31st at 08:00'],
])('%s is %s', (cron, words) => {
  expect(cronWords(cron)).toBe(words);
});

it.each(['*/7 * * * *', '0 */5 * * *', '0 9 1 * 1', '0 9 1 6 *', '0,30 * * * *', '* * * * *'])(
  '%s has no words',
  (cron) => {
    expect(cronWords(cron)).toBeUndefined();
  },
);

it('never says anything else than the expression', () => {
  const number = (max: number) => fc.integer({ min: 0, max }).map(String);
  const field = (max: number) =>
    fc.oneof(
      fc.constant('*'),
      number(max),
      number(max).map((step) => `*/${step}`),
    );
  const weekday = fc.oneof(fc.constant('*'), fc.constant('1-5'), number(7));
  fc.assert(
    fc.property(fc.tuple(field(59), field(23), field(31), fc.constant('*'), weekday), (fields) => {
      const cron = fields.join(' ');
      const words = cronWords(cron);
      if (words !== undefined) expect(cronOf(words)).toEqual({ cron });
    }),
  );
});
