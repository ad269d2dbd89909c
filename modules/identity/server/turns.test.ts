import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('never runs more than allowed, and gives a turn back after a failure', async () => {
    const turns = new Turns(2);
    let running = 0;
    let most = 0;
    const task = async (fails: boolean): Promise<void> => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (fails) throw new Error('planned');
    };
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => turns.take(() => task(index % 3 === 0))));
    expect(most).toBe(2);
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(7);
    await expect(turns.take(() => Promise.resolve('still works'))).resolves.toBe('still works');
  });
});
