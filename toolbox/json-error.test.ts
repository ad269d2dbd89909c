import { expect, it } from '@jest/globals';
import { jsonErrorPosition } from './json-error.js';

it.each([
  ['{ "a": 1,\n  b: 2 }', { line: 2, column: 3 }],
  ['{ "a": 1 // no\n}', { line: 1, column: 10 }],
  ['[1,\r\n2,]', { line: 2, column: 3 }],
  ['', { line: 1, column: 1 }],
  ['{\n', { line: 2, column: 1 }],
])('finds the first mistake in %j', (text, position) => {
  expect(jsonErrorPosition(text)).toEqual(position);
});

it.each(['{}', '"text"', ' [1, 2] '])('finds none in %j', (text) => {
  expect(jsonErrorPosition(text)).toBeUndefined();
});

it('gives up at the end of a text that nests too deeply', () => {
  expect(jsonErrorPosition('['.repeat(200_000))).toEqual({ line: 1, column: 200_001 });
});
