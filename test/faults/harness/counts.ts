import { appendFileSync } from 'node:fs';
import { afterAll } from '@jest/globals';

/** What a suite did, in numbers. */
export interface Counts {
  add(what: string, number?: number): void;
  of(what: string): number;
}

/** Begins the counts of a suite. They are printed as one line at its end, and once more at the end of `npm run test:nightly`. */
export function countsOf(suite: string): Counts {
  const numbers = new Map<string, number>();
  afterAll(() => {
    const line = `${suite}: ${[...numbers].map(([what, number]) => `${number} ${what}`).join(', ')}\n`;
    process.stderr.write(line);
    const file = process.env['SVC_TEST_COUNTS'];
    if (file !== undefined) appendFileSync(file, line);
  });
  const of = (what: string): number => numbers.get(what) ?? 0;
  return { of, add: (what, number = 1) => void numbers.set(what, of(what) + number) };
}
