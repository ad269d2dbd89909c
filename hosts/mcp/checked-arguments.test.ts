import { describe, expect, it } from '@jest/globals';
import { checkedArguments } from './checked-arguments.js';

const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);
const refused = expect.objectContaining({ code: 'invalid_input' });

describe('arguments', () => {
  it('are taken as they are', () => {
    const given = { path: '.', deep: nested(63), none: null };
    expect(checkedArguments(given)).toBe(given);
  });

  it.each([{ deep: nested(64) }, { path: 'a\0' }, { list: [{ name: '\0' }] }])(
    'are refused where they are nested too deeply or hold NUL (%#)',
    (given) => {
      expect(() => checkedArguments(given)).toThrow(refused);
    },
  );
});
