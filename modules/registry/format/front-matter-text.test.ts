import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { splitFrontMatter } from './front-matter-text.js';

/** The same line by line, over the whole text. */
function byLines(text: string): { yaml: string; body: string } | undefined {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---');
  if (lines[0]?.trimEnd() !== '---' || end === -1) return undefined;
  return { yaml: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n') };
}

describe('front matter', () => {
  it('is what stands between two lines of three hyphens, however lines end', () => {
    const piece = fc.constantFrom(
      '---',
      '---',
      ' ',
      '\t',
      '\u00a0',
      '\r',
      '\n',
      '\r\n',
      '\n',
      '\n---\n',
      '-',
      'a: b',
      '# x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, begins) => {
        const text = (begins ? '---\n' : '') + pieces.join('');
        const parts = splitFrontMatter(text);
        expect(typeof parts === 'string' ? undefined : parts).toEqual(byLines(text));
      }),
      { numRuns: 1000 },
    );
  });
});
