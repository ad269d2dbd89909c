import { expect, it } from '@jest/globals';
import { htmlSize, numberIn, partsOf } from './parts.js';

it.each([
  [[], [[0, 0]]],
  [[1, 2], [[0, 2]]],
  [
    [5, 5, 5],
    [
      [0, 2],
      [2, 3],
    ],
  ],
  [
    [99, 1, 1, 1, 1],
    [
      [0, 1],
      [1, 4],
      [4, 5],
    ],
  ],
])('divides %j', (sizes, parts) => {
  expect(partsOf(sizes, { size: 10, entries: 3 }).map(({ start, end }) => [start, end])).toEqual(
    parts,
  );
});

it.each([
  ['', 0],
  ['ab', 2],
  ['漢', 3],
  ['<a>', 3 + 2 * 5],
  ['\u202e', 3 + 5],
  ['\u{e0062}', 4 + 5],
])('counts %j as %d bytes of HTML', (text, size) => {
  expect(htmlSize(text)).toBe(size);
});

it.each([
  ['12', 12],
  ['0', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['9999999999', undefined],
  ['', undefined],
  [null, undefined],
])('reads %j as %j', (text, number) => {
  expect(numberIn(text)).toBe(number);
});
