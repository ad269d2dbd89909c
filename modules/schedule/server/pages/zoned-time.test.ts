import { expect, it } from '@jest/globals';
import { timesIn } from './zoned-time.js';

it.each([
  ['Europe/Berlin', '2026-11-30T08:00:00Z', 'Mon 30 Nov 2026, 09:00 GMT+1'],
  // twice on the same night, so that only the distance tells them apart
  ['Europe/Berlin', '2026-10-25T00:30:00Z', 'Sun 25 Oct 2026, 02:30 GMT+2'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', 'Sun 25 Oct 2026, 02:30 GMT+1'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 'Thu 1 Jan 2026, 05:45 GMT+5:45'],
  ['America/New_York', '2026-07-04T04:00:00Z', 'Sat 4 Jul 2026, 00:00 GMT-4'],
  ['UTC', '2026-11-30T23:59:00Z', 'Mon 30 Nov 2026, 23:59 UTC'],
])('in %s, %s is %s', (zone, instant, text) => {
  expect(timesIn(zone)(new Date(instant))).toBe(text);
});
