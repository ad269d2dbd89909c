import { expect, it } from '@jest/globals';
import { positionAt } from './text-position.js';

it.each([
  ['', 0, [1, 1]],
  ['ab', 1, [1, 2]],
  ['a\nb', 2, [2, 1]],
  ['a\r\nb\rc', 6, [3, 2]],
])('%j at %i', (text, offset, [line, column]) => {
  expect(positionAt(text, offset)).toEqual({ line, column });
});
