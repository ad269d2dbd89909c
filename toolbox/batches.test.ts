import { expect, it } from '@jest/globals';
import { batches } from './batches.js';

it.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('%j', (items, parts) => {
  expect([...batches(items, 2)]).toEqual(parts);
});
