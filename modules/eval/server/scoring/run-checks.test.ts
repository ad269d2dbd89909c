import { expect, it } from '@jest/globals';
import { fileVerdicts } from './run-checks.js';

it('checks let others have their turn after each one', async () => {
  const checks = Array.from({ length: 20 }, () => ({
    type: 'pattern' as const,
    path: 'a.txt',
    pattern: 'x',
    absent: false,
  }));
  const file = { bytes: Buffer.from('x') };
  let turns = 0;
  const count = (): void => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const verdicts = await fileVerdicts(
    checks,
    checks.map(() => file),
  );
  clearImmediate(timer);
  expect([...verdicts.values()].map(({ passes }) => passes)).toEqual(checks.map(() => true));
  expect(turns).toBeGreaterThanOrEqual(checks.length - 1);
});
