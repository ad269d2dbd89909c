import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { positionAt } from '../../../../toolbox/text-position.js';
import { LinePositions } from './line-positions.js';

it('answers what looking at the text before an offset answers', () => {
  const text = fc
    .array(fc.constantFrom('a', '\n', '\r', '\r\n', '🙂'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.nat(30), (whole, offset) => {
      // between the two characters of a line break there is no position
      fc.pre(offset <= whole.length && whole.slice(offset - 1, offset + 1) !== '\r\n');
      expect(new LinePositions(whole).at(offset)).toEqual(positionAt(whole, offset));
    }),
  );
});
