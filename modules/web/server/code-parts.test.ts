import { expect, it } from '@jest/globals';
import { codeParts } from './code-parts.js';

it.each([
  ['', ['']],
  ['no code', ['no code']],
  ['Use `a b` and `c`.', ['Use ', 'a b', ' and ', 'c', '.']],
  ['`a``b`', ['`a``b`']],
  ['```js\na\n``` and ``b``', ['```js\na\n``` and ``b``']],
  ['one ` alone', ['one ` alone']],
  ['from `here\nto` there', ['from `here\nto` there']],
])('divides %j', (text, parts) => {
  expect(codeParts(text)).toEqual(parts);
});
