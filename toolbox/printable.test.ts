import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { printable, printableWithin } from './printable.js';

it('shows what acts on a terminal or hides', () => {
  expect(printable('a\u001b[2Jb\u0000c\u009b\rd\u202ee\u{e0041}\ud800')).toBe(
    String.raw`a\u001b[2Jb\u0000c\u009b\u000dd\u202ee\u{e0041}\ud800`,
  );
  expect(printable('a\r\nb\tc\n👩‍💻 ä')).toBe('a\nb\tc\n👩‍💻 ä');
});

it('never is longer than allowed, and changes nothing the second time', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 200 }), (text, most) => {
      const shown = printableWithin(text, most);
      expect(shown.length).toBeLessThanOrEqual(most);
      expect(printable(shown)).toBe(shown);
    }),
  );
});
