import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { markedParts } from './marked.js';

describe('a marked text', () => {
  it('is divided where ranges begin and end', () => {
    expect(markedParts('reviews code', [{ start: 0, end: 7 }])).toEqual([
      { text: 'reviews', marked: true },
      { text: ' code', marked: false },
    ]);
    expect(markedParts('', [])).toEqual([]);
  });

  it('loses nothing, whatever the ranges are', () => {
    const range = fc.record({ start: fc.nat(20), end: fc.nat(20) });
    fc.assert(
      fc.property(fc.string({ maxLength: 15 }), fc.array(range), (text, ranges) => {
        const parts = markedParts(text, ranges);
        expect(parts.map((part) => part.text).join('')).toBe(text);
      }),
    );
  });
});
