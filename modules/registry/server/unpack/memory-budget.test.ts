import { expect, it } from '@jest/globals';
import { MemoryBudget } from './memory-budget.js';

const never = new AbortController().signal;

/** Work that goes on until it is told to end. */
function held(budget: MemoryBudget, bytes: number, signal = never) {
  let end = (): void => undefined;
  const began: boolean[] = [];
  const ended = new Promise<void>((done) => (end = done));
  const done = budget.during(bytes, signal, () => {
    began.push(true);
    return ended;
  });
  return { done, end, began };
}

it('lets work wait until there is room for it, and small work overtake', async () => {
  const budget = new MemoryBudget(100);
  const first = held(budget, 70);
  const large = held(budget, 60);
  const small = held(budget, 30);
  expect([first, large, small].map(({ began }) => began.length)).toEqual([1, 0, 1]);
  first.end();
  await first.done;
  await Promise.resolve();
  expect(large.began).toEqual([true]);
  for (const { end, done } of [large, small]) {
    end();
    await done;
  }
});

it('gives all there is to what is larger', async () => {
  await expect(new MemoryBudget(10).during(11, never, () => Promise.resolve('done'))).resolves.toBe(
    'done',
  );
});

it('gives the room back of work that fails, and none to who has left', async () => {
  const budget = new MemoryBudget(10);
  await expect(budget.during(10, never, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
  const first = held(budget, 10);
  const gone = new AbortController();
  const left = held(budget, 10, gone.signal);
  gone.abort(new Error('gone'));
  await expect(left.done).rejects.toThrow('gone');
  first.end();
  await first.done;
  await expect(budget.during(10, never, () => Promise.resolve(left.began))).resolves.toEqual([]);
});
