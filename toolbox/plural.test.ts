import { expect, it } from '@jest/globals';
import { counted, plural } from './plural.js';

it('has one of a thing, and all other numbers of things', () => {
  expect([0, 1, 2].map((count) => counted(count, 'file'))).toEqual([
    '0 files',
    '1 file',
    '2 files',
  ]);
  expect(plural(1, 'file')).toBe('file');
});
