import { expect, it } from '@jest/globals';
import { enumerated } from './enumerated.js';

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('enumerates %j', (texts, text) => {
  expect(enumerated(texts)).toBe(text);
});
