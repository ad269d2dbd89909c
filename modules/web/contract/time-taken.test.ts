import { expect, it } from '@jest/globals';
import { timeTaken } from './time-taken.js';

it.each([
  ['2026-11-30T08:00:00.000Z', '0 s'],
  ['2026-11-30T08:00:00.600Z', '1 s'],
  ['2026-11-30T08:00:59.000Z', '59 s'],
  ['2026-11-30T08:04:12.000Z', '4 min 12 s'],
  ['2026-11-30T09:00:30.000Z', '1 h'],
  ['2026-11-30T10:05:30.000Z', '2 h 5 min'],
  ['2026-12-01T09:00:00.000Z', '1 d 1 h'],
  // clocks of two machines
  ['2026-11-30T07:59:00.000Z', '0 s'],
])('takes from eight until %s: %s', (to, text) => {
  expect(timeTaken('2026-11-30T08:00:00.000Z', to)).toBe(text);
});
