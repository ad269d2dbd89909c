import { describe, expect, it } from '@jest/globals';
import { difference } from './difference.js';

const shown = (before: string, after: string) =>
  difference({ before, after })?.map(
    ({ kind, before: old, after: present, text }) => `${kind}${old},${present} ${text}`,
  );

describe('the difference of two texts', () => {
  it('has the changed lines with their numbers, and some around them', () => {
    expect(shown('a\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE\nf\n')).toEqual([
      '@2,2 ',
      ' 2,2 b',
      ' 3,3 c',
      ' 4,4 d',
      '-5,5 e',
      '+6,5 E',
      '+6,6 f',
    ]);
  });

  it('is all of a text that only one version has, with thousands of lines', () => {
    expect(shown('', 'a\r\nb')).toEqual(['+1,1 a', '+2,2 b']);
    expect(shown('a\n', '')).toEqual(['-1,1 a']);
    expect(shown('', '')).toEqual([]);
    expect(shown('', 'x\n'.repeat(5000))).toHaveLength(5000);
  });

  it('is left out for a text of more lines than a person reads', () => {
    expect(shown('', 'x\n'.repeat(50_000))).toBeUndefined();
  });

  it('cuts long lines, and takes a line break at the end for a part of its line', () => {
    expect(difference({ before: 'a', after: `${'b'.repeat(1000)}\n` })?.at(-1)).toMatchObject({
      text: `${'b'.repeat(400)}…`,
      omitted: 600,
    });
    expect(shown('a', 'a\n')).toEqual(['@1,1 ', '-1,1 a', '+2,1 a']);
  });

  it('is left out when too many lines have changed', () => {
    const text = (end: string) => Array.from({ length: 2000 }, (_, n) => `${n}${end}`).join('\n');
    expect(shown(text('a'), text('b'))).toBeUndefined();
  });
});
