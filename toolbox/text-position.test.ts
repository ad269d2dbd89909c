import { expect, it } from '@jest/globals';
import { LineIndex, positionAt } from './text-position.js';

it.each([
  ['', 0, [1, 1]],
  ['ab', 1, [1, 2]],
  ['a\nb', 2, [2, 1]],
  ['a\r\nb\rc', 6, [3, 2]],
])('%j at %i', (text, offset, [line, column]) => {
  expect(positionAt(text, offset)).toEqual({ line, column });
});

it.each(['', 'ab', 'a\nb', '\n\n\nabc\n', 'ü\nß'])('every offset of %j, with an index', (text) => {
  const lines = new LineIndex(text);
  for (let offset = 0; offset <= text.length; offset += 1)
    expect(lines.at(offset)).toEqual(positionAt(text, offset));
});
