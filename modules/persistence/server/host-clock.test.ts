import { describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { setHostClock } from './host-clock.js';

describe('the clock of processes that share a database', () => {
  /** What the process's clock is ahead by afterwards, in milliseconds; the question takes `there` and the answer `back`. */
  async function left(ahead: number, there = 0, back = 0): Promise<number> {
    let [actual, offset] = [1_700_000_000_000, ahead];
    const clock = (): Date => new Date(actual + offset);
    const now = (): Promise<Date> => {
      actual += there;
      const answer = new Date(actual);
      actual += back;
      return Promise.resolve(answer);
    };
    const setClock = (time: Date): void => {
      offset = time.getTime() - actual;
    };
    await setHostClock({ clock, setClock, log: pino({ enabled: false }) }, { now });
    return offset;
  }

  it.each([-90_000, -1, 0, 90_000])(
    'is right behind a clock that is %d ms ahead',
    async (ahead) => {
      expect(await left(ahead)).toBe(0);
    },
  );

  it('is wrong by half the round trip at most', async () => {
    expect(await left(90_000, 2, 2)).toBe(0);
    expect(Math.abs(await left(90_000, 5000, 0))).toBeLessThanOrEqual(2500);
  });

  it.each([
    [5000, 0],
    [0, 5000],
    [1, 0],
  ])(
    'is left alone when it is right, and the way takes %d ms there and %d ms back',
    async (there, back) => {
      expect(await left(0, there, back)).toBe(0);
    },
  );
});
