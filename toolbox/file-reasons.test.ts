import { expect, it } from '@jest/globals';
import { fileReason, fileSystemReason } from './file-reasons.js';

it('says the reason of an error as the end of a sentence', () => {
  expect(fileSystemReason({ code: 'ENOSPC' })).toBe('no space is left there');
  expect(fileSystemReason({ code: 'EWHATEVER' })).toBe('the system says EWHATEVER');
});

it('has no reason for anything but a known code', () => {
  expect([undefined, 'EACCES', { code: 'EWHATEVER' }].map(fileReason)).toEqual(
    Array(3).fill(undefined),
  );
});

it('reads the code of a folder that cannot be made differently', () => {
  expect(fileReason({ code: 'ENOENT', syscall: 'mkdir' })?.why).toBe(
    'the folder above it is missing or read-only',
  );
});
