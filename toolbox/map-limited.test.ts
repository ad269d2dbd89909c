import { expect, it } from '@jest/globals';
import { mapLimited } from './map-limited.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('keeps the order, and begins no more than so many at once', async () => {
  let [running, most] = [0, 0];
  const doubled = await mapLimited([3, 1, 2, 5, 4], 2, async (number) => {
    most = Math.max(most, ++running);
    for (let left = number; left > 0; left -= 1) await turn();
    running -= 1;
    return number * 2;
  });
  expect(doubled).toEqual([6, 2, 4, 10, 8]);
  expect(most).toBe(2);
});

it('begins nothing more after a failure', async () => {
  const begun: number[] = [];
  const work = async (number: number): Promise<void> => {
    begun.push(number);
    await turn();
    if (number === 1) throw new Error('planned');
  };
  await expect(mapLimited([1, 2, 3, 4], 2, work)).rejects.toThrow('planned');
  await turn();
  expect(begun).toEqual([1, 2]);
});
