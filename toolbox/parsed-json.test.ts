import { expect, it } from '@jest/globals';
import { parsedJson } from './parsed-json.js';

it.each([
  ['{"a": [1]}', { a: [1] }],
  ['null', null],
  ['{"a": 1', undefined],
  ['', undefined],
])('the value of %j is %j', (text, value) => {
  expect(parsedJson(text)).toEqual(value);
});
