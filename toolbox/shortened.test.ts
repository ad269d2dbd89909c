import { expect, it } from '@jest/globals';
import { shortened } from './shortened.js';

it.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['ab😀', 3, 'ab…'],
  ['ab😀', 4, 'ab😀'],
])('%j in %i', (text, most, cut) => {
  expect(shortened(text, most)).toBe(cut);
});
