import { expect, it } from '@jest/globals';
import { backOffMs } from './back-off.js';

const spec = { first: 10, most: 600 };

it.each([
  [1, 10],
  [2, 20],
  [3, 40],
  [7, 600],
  [2000, 600],
])('after %i failures waits at most %i seconds, and at least half of that', (failures, seconds) => {
  expect(backOffMs(failures, spec, () => 0)).toBe(seconds * 1000);
  expect(backOffMs(failures, spec, () => 1)).toBe(seconds * 500);
});
