import { describe, expect, it } from '@jest/globals';
import { Semaphore } from './semaphore.js';

describe('Semaphore', () => {
  it('never runs more than allowed, and releases the permit after a failure', async () => {
    const semaphore = new Semaphore(2);
    let running = 0;
    let most = 0;
    const task = async (fails: boolean): Promise<void> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (fails) throw new Error('planned');
    };
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => semaphore.run(() => task(index % 3 === 0))),
    );
    expect(most).toBe(2);
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(7);
    await expect(semaphore.run(() => Promise.resolve('still works'))).resolves.toBe('still works');
  });
});
