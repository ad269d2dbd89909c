import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Calls } from './calls.js';

/** Milliseconds that no test lasts: who waits for them fails. */
const FOREVER = 2 ** 31 - 1;
const never = (): Promise<never> => new Promise(() => undefined);

describe('the calls under way', () => {
  afterEach(() => {
    process.removeAllListeners('uncaughtException').removeAllListeners('unhandledRejection');
  });

  it('answer and fail as their work does', async () => {
    const calls = new Calls();
    await expect(calls.run(() => Promise.resolve(1))).resolves.toBe(1);
    await expect(calls.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await calls.settled(FOREVER);
  });

  it('are waited for until the last has ended', async () => {
    const calls = new Calls();
    const ends: (() => void)[] = [];
    const done: string[] = [];
    for (const name of ['one', 'two'])
      void calls.run(() => new Promise<void>((end) => ends.push(end))).then(() => done.push(name));
    const settled = calls.settled(FOREVER).then(() => done.push('settled'));
    for (const end of ends) {
      await new Promise((turn) => setImmediate(turn));
      expect(done).not.toContain('settled');
      end();
    }
    await settled;
    expect(done).toEqual(['one', 'two', 'settled']);
  });

  it('are not waited for without end', async () => {
    const calls = new Calls();
    void calls.run(never);
    await calls.settled(0);
  });

  it.each(['uncaughtException', 'unhandledRejection'])(
    'end by a crash (%s) of their own, and are not waited for any more',
    async (event) => {
      const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
      const calls = new Calls();
      calls.surviveCrashes();
      const crashed = calls.run(() => {
        process.emit(event as 'uncaughtException', new Error('not so'));
        return never();
      });
      await expect(crashed).rejects.toMatchObject({ code: 'internal' });
      await calls.settled(FOREVER);
      expect(stderr.mock.calls.join()).toContain('A tool crashed: Error: not so');
      stderr.mockRestore();
    },
  );
});
