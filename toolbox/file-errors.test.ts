import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { codeOf, ifThere, isMissing, isNowhere } from './file-errors.js';

const missing = join(import.meta.dirname, 'missing');
const belowFile = join(import.meta.filename, 'missing');

const errorOf = (path: string): Promise<unknown> => stat(path).catch((error: unknown) => error);

describe('errors of files', () => {
  it('tells a missing file from a file that stands where a folder should', async () => {
    const errors = await Promise.all([missing, belowFile].map(errorOf));
    expect(errors.map(codeOf)).toEqual(['ENOENT', 'ENOTDIR']);
    expect(errors.map(isMissing)).toEqual([true, false]);
    expect(errors.map(isNowhere)).toEqual([true, true]);
  });

  it.each([undefined, null, 'ENOENT', new Error('ENOENT')])(
    'takes %p for no such error',
    (error) => {
      expect(codeOf(error)).toBeUndefined();
      expect(isNowhere(error)).toBe(false);
    },
  );

  it('answers what is there, nothing for what is not, and throws the rest', async () => {
    await expect(ifThere(readFile(import.meta.filename, 'utf8'))).resolves.toContain('describe(');
    await expect(ifThere(readFile(missing))).resolves.toBeUndefined();
    await expect(ifThere(stat(belowFile), isNowhere)).resolves.toBeUndefined();
    await expect(ifThere(readFile(dirname(missing)))).rejects.toMatchObject({ code: 'EISDIR' });
  });
});
