import { expect, it } from '@jest/globals';
import { unifiedDifferences } from './differences.js';

it('shows what changed, as diff -u does, with names and places', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', ''].join('\n');
  const after = before.replace('e', 'E');
  const same = { path: 'same.md', before, after: before };
  expect(unifiedDifferences([{ path: 'SKILL.md', before, after }, same])).toBe(
    [
      '--- a/SKILL.md',
      '+++ b/SKILL.md',
      '@@ -2,6 +2,6 @@',
      ' b',
      ' c',
      ' d',
      '-e',
      '+E',
      ' f',
      ' g',
    ].join('\n'),
  );
});

it('shows line ends of Windows only where they are what is different', () => {
  const [before, after] = ['a\r\nb\r\n', 'a\r\nB\r\n'];
  const text = unifiedDifferences([{ path: 'SKILL.md', before, after }]);
  expect(text).toContain('\n a\n-b\n+B');
  expect(text).not.toMatch(/\r|u000d/);
  const ends = unifiedDifferences([{ path: 'SKILL.md', before, after: 'a\nb\n' }]);
  expect(ends).toContain('+a');
});

it('says how much of a long difference it leaves out', () => {
  const lines = (mark: string): string =>
    Array.from({ length: 600 }, (_, index) => `${mark}${index}\n`).join('');
  const text = unifiedDifferences([{ path: 'a.md', before: lines('x'), after: lines('y') }]);
  expect(text.split('\n')).toHaveLength(401);
  expect(text).toMatch(/more lines\)$/);
});
