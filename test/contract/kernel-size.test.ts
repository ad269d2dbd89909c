import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const KERNEL = join(import.meta.dirname, '..', '..', 'kernel');

/** Lines that hold code: without blank lines and comments. */
function codeLines(file: string): number {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  return lines.filter((line) => line !== '' && !/^(\/\/|\/\*|\*)/.test(line)).length;
}

function linesBelow(folder: string, leftOut: readonly string[]): number {
  const files = readdirSync(join(KERNEL, folder), { recursive: true, encoding: 'utf8' });
  const counted = files.filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      !leftOut.includes(file.split('/')[0] ?? ''),
  );
  expect(counted.length).toBeGreaterThan(0);
  return counted.reduce((sum, file) => sum + codeLines(join(KERNEL, folder, file)), 0);
}

// One page of code for each of its tasks, and no more by accident: who needs more raises the number here and says why in the commit.
describe('the kernel stays small', () => {
  it('has at most 3,450 lines of code without testing/ and dto/', () => {
    expect(linesBelow('.', ['testing', 'dto'])).toBeLessThanOrEqual(3450);
  });

  it('shows modules an api of at most 1,040 lines', () => {
    expect(linesBelow('api', [])).toBeLessThanOrEqual(1040);
  });
});
