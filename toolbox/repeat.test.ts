import { setTimeout } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { repeat } from './repeat.js';

it('goes on after failures, and ends when the signal aborts', async () => {
  const stop = new AbortController();
  const failures: unknown[] = [];
  let rounds = 0;
  const work = async (): Promise<void> => {
    rounds += 1;
    if (rounds === 3) stop.abort();
    await Promise.reject(new Error(`round ${rounds}`));
  };
  // its pauses alone would not keep the process running
  const [{ signal }, awake] = [stop, setTimeout(60_000, undefined, { signal: stop.signal })];
  await repeat(work, { everyMs: 1, signal, failed: (error) => failures.push(error) });
  await expect(awake).rejects.toThrow();
  expect(failures.map(String)).toEqual([1, 2, 3].map((round) => `Error: round ${round}`));
});

it('does not wait for the end of a pause', async () => {
  const stop = new AbortController();
  const repetition = repeat(() => Promise.resolve(), { everyMs: 3_600_000, signal: stop.signal });
  stop.abort();
  await repetition;
});

it('begins nothing when it is over before, and hands on a failure that nobody takes', async () => {
  const work = (): Promise<void> => Promise.reject(new Error('planned'));
  await repeat(work, { everyMs: 1, signal: AbortSignal.abort() });
  const { signal } = new AbortController();
  await expect(repeat(work, { everyMs: 1, signal })).rejects.toThrow('planned');
});
